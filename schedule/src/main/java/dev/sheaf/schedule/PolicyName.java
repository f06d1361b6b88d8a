package dev.sheaf.schedule;

import java.util.Locale;
import java.util.Optional;

/** Policies for choosing the times of harvests. */
public enum PolicyName {
    /** All sources in turn, at the same interval: Algorithm 1 of Liu, Maly, Zubair and Nelson (2003). */
    UNIFORM,
    /** Each source at its average update interval, lengthened to meet the budget: Algorithm 2 of the same paper. */
    ADAPTIVE,
    /** Each source at the time with the largest gain in freshness for the price of a request. The default. */
    NET_RATE;

    /** Returns the word used in commands and settings. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the policy with a word; empty if there is none. */
    public static Optional<PolicyName> of(String word) {
        for (PolicyName name : values()) {
            if (name.word().equals(word)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }
}
