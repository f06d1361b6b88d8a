package dev.sheaf.validator.rules.envelope;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ResponseFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** The request element has no attributes when badVerb or badArgument is reported (S3.2). */
public final class NoEchoOfBadRequests implements ResponseRule {

    @Override
    public String name() {
        return "envelope.no-arguments-of-bad-requests";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        ResponseFacts document = observation.document();
        XmlNode request = document.request().orElse(null);
        if (request == null || !observation.isOai() || !document.hasCode("badVerb") && !document.hasCode("badArgument")) {
            return;
        }
        if (request.attributes().isEmpty()) {
            examination.passed();
        } else {
            examination.broken(observation, "The response reports " + String.join(", ", document.codes())
                    + ", and request has the attributes " + request.attributes() + ".", request);
        }
    }
}
