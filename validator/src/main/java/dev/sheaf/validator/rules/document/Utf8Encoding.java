package dev.sheaf.validator.rules.document;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ResponseFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** Every byte of the document is part of a character in UTF-8 (S3.2). */
public final class Utf8Encoding implements ResponseRule {

    @Override
    public String name() {
        return "document.utf-8";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        if (!observation.isOai()) {
            return;
        }
        ResponseFacts document = observation.document();
        if (document.invalidUtf8() >= 0) {
            examination.broken(observation, "The byte at position " + document.invalidUtf8() + " is not UTF-8.",
                    document.invalidUtf8());
        } else {
            examination.passed();
        }
    }
}
