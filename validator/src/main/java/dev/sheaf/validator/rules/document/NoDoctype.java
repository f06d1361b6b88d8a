package dev.sheaf.validator.rules.document;

import java.nio.charset.StandardCharsets;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** The document has no document type declaration: only character references may be used (S3.2). */
public final class NoDoctype implements ResponseRule {

    @Override
    public String name() {
        return "document.no-doctype";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        if (!observation.isOai()) {
            return;
        }
        if (!observation.document().hasDoctype()) {
            examination.passed();
            return;
        }
        String text = new String(observation.body(), StandardCharsets.ISO_8859_1);
        examination.broken(observation, "The document has a DOCTYPE.", Math.max(0, text.indexOf("<!DOCTYPE")));
    }
}
