package dev.sheaf.validator.rules.envelope;

import java.util.Arrays;

import dev.sheaf.core.OaiError;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** Every error has one of the eight codes of the protocol (S3.6). */
public final class ErrorCodes implements ResponseRule {

    @Override
    public String name() {
        return "envelope.error-codes";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        if (!observation.isOai()) {
            return;
        }
        for (XmlNode error : observation.document().errors()) {
            String code = error.attributes().getOrDefault("code", "");
            if (Arrays.stream(OaiError.Code.values()).anyMatch(known -> known.text().equals(code))) {
                examination.passed();
            } else {
                examination.broken(observation, "'" + code + "' is not one of the error codes of the protocol.", error);
            }
        }
    }
}
