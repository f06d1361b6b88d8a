package dev.sheaf.validator.rules.envelope;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** The content of request is the base URL, the same in all responses as in Identify (S3.2). */
public final class RequestBaseUrl implements ResponseRule {

    @Override
    public String name() {
        return "envelope.base-url";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        XmlNode root = observation.document().root();
        // The parser sees nothing after the place where a document breaks.
        if (root == null || !observation.isOai() || observation.document().malformed() != null) {
            return;
        }
        XmlNode request = observation.document().request().orElse(null);
        if (request == null) {
            examination.broken(observation, "The response has no request element.", root);
            return;
        }
        String said = request.text().strip();
        String identified = evidence.identify("baseURL");
        String wanted = identified.isEmpty() ? evidence.publicUrl() : identified;
        if (said.equals(wanted)) {
            examination.passed();
        } else {
            examination.broken(observation, "request holds '" + said + "' instead of the base URL '" + wanted + "'.", request);
        }
    }
}
