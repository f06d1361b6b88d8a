package dev.sheaf.validator.rules.document;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ResponseFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** The document is well-formed XML 1.0 with namespaces (S3.2). */
public final class WellFormed implements ResponseRule {

    private static final Pattern PLACE = Pattern.compile("at line (\\d{1,7}), column (\\d{1,9})");

    @Override
    public String name() {
        return "document.well-formed";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        ResponseFacts document = observation.document();
        if (observation.status() / 100 != 2 || !observation.isOai()) {
            return;
        }
        String malformed = document.malformed();
        if (malformed == null) {
            examination.passed();
        } else if (document.invalidUtf8() < 0) {
            examination.broken(observation, malformed, null, excerpt(observation, malformed));
        }
    }

    /** Returns the line that the message names, as far as the body has it. */
    private static String excerpt(Observation observation, String message) {
        Matcher line = PLACE.matcher(message);
        if (!line.find()) {
            return observation.beginning();
        }
        int wanted = Integer.parseInt(line.group(1));
        int offset = 0;
        byte[] body = observation.body();
        for (int at = 0, number = 1; at < body.length && number < wanted; at++) {
            if (body[at] == '\n') {
                number++;
                offset = at + 1;
            }
        }
        return observation.excerpt(offset + Math.max(0, Integer.parseInt(line.group(2)) - 1));
    }
}
