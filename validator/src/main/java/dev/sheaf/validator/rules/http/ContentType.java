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
        String charset = charset(end < 0 ? "" : value.substring(end));
        if (type.equals("text/xml") && !charset.isEmpty() && !charset.equals("utf-8")) {
            examination.broken(observation, "The Content-Type is '" + value + "', and responses are in UTF-8.", null,
                    "Content-Type: " + value);
        } else if (type.equals("text/xml")) {
            examination.passed();
        } else {
            examination.broken(observation, value.isEmpty()
                    ? "The response has no Content-Type."
                    : "The Content-Type is '" + value + "' instead of text/xml.", null, "Content-Type: " + value);
        }
    }

    /** Returns the charset in small letters; empty when none is named. */
    private static String charset(String parameters) {
        for (String parameter : parameters.toLowerCase(Locale.ROOT).split(";", -1)) {
            if (parameter.strip().startsWith("charset=")) {
                return parameter.strip().substring("charset=".length()).replace("\"", "").strip();
            }
        }
        return "";
    }
}
