package dev.sheaf.validator.rules.envelope;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** responseDate is a time in UTC to the second, whatever the granularity of the repository (S3.2). */
public final class ResponseDate implements ResponseRule {

    @Override
    public String name() {
        return "envelope.response-date";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        XmlNode root = observation.document().root();
        // The parser sees nothing after the place where a document breaks.
        if (root == null || !observation.isOai() || observation.document().malformed() != null) {
            return;
        }
        XmlNode element = root.child("responseDate").orElse(null);
        if (element == null) {
            examination.broken(observation, "The response has no responseDate.", root);
            return;
        }
        Datestamp date = Datestamp.received(element.text().strip());
        if (date.granularity().filter(Granularity.SECOND::equals).isPresent()) {
            examination.passed();
        } else {
            examination.broken(observation, "responseDate is '" + element.text() + "', not a time like 2024-05-01T19:20:30Z.",
                    element);
        }
    }
}
