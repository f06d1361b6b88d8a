package dev.sheaf.platform.usage;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evidence that two items are read together: numbers of agents.
 *
 * @param together agents that used both
 * @param agents agents that used the item at which the relation begins
 * @param others agents that used the other item
 */
record CoUse(long together, long agents, long others) {

    /** Kind of the relations in the store. */
    static final String KIND = "co-use";

    private static final Pattern TEXT = Pattern.compile("together=([0-9]{1,18}) agents=([0-9]{1,18}) others=([0-9]{1,18})");

    /** Returns the cosine of both items: from 0, never used together, to 1, always. */
    double score() {
        return together / Math.sqrt((double) agents * others);
    }

    /** Returns the score with three decimals. */
    String scoreText() {
        return String.format(Locale.ROOT, "%.3f", score());
    }

    /** Returns the evidence as the store keeps it. */
    byte[] evidence() {
        return ("together=" + together + " agents=" + agents + " others=" + others).getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads stored evidence; empty if it has another form. */
    static Optional<CoUse> of(byte[] evidence) {
        Matcher text = TEXT.matcher(new String(evidence, StandardCharsets.US_ASCII));
        return text.matches()
                ? Optional.of(
                        new CoUse(Long.parseLong(text.group(1)), Long.parseLong(text.group(2)), Long.parseLong(text.group(3))))
                : Optional.empty();
    }
}
