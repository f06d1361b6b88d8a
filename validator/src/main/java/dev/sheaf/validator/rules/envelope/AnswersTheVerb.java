package dev.sheaf.validator.rules.envelope;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** The element with the answer is named like the verb of the request (S3.2). */
public final class AnswersTheVerb implements ResponseRule {

    @Override
    public String name() {
        return "envelope.verb";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        XmlNode answer = observation.document().answer().orElse(null);
        if (answer == null || !observation.isOai()) {
            return;
        }
        if (answer.name().equals(observation.request().verb())) {
            examination.passed();
        } else {
            examination.broken(observation, "The request has the verb '" + observation.request().verb() + "', and the answer is "
                    + answer.name() + ".", answer);
        }
    }
}
