package dev.sheaf.validator.rules.envelope;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** Every error says in words what was wrong (S3.6, guidelines for repositories §8). */
public final class ErrorTexts implements ResponseRule {

    @Override
    public String name() {
        return "envelope.error-texts";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        if (!observation.isOai()) {
            return;
        }
        for (XmlNode error : observation.document().errors()) {
            // The code says all that can be said.
            if ("noSetHierarchy".equals(error.attribute("code"))) {
                continue;
            }
            if (error.text().isBlank()) {
                examination.broken(observation, "The error " + error.attribute("code") + " has no text.", error);
            } else {
                examination.passed();
            }
        }
    }
}
