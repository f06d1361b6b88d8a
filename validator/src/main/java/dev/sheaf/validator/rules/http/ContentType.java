package dev.sheaf.validator.rules.http;

import java.util.Locale;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** Responses have the content type text/xml (S3.1.2.1). */
public final class ContentType implements ResponseRule {

    @Override
    public String name() {
        return "http.content-type";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        if (!observation.isOai()) {
            return;
        }
        String value = observation.contentType();
        int end = value.indexOf(';');
        String type = (end < 0 ? value : value.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        if (type.equals("text/xml")) {
            examination.passed();
        } else {
            examination.broken(observation, value.isEmpty()
                    ? "The response has no Content-Type."
                    : "The Content-Type is '" + value + "' instead of text/xml.", null, "Content-Type: " + value);
        }
    }
}
