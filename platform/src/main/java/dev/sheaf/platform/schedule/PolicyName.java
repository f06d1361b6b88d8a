package dev.sheaf.platform.schedule;

import java.util.Locale;
import java.util.Optional;

/** The ways in which times of harvests are chosen. */
public enum PolicyName {
    /** All sources in turn, at one interval: Algorithm 1 of Liu, Maly, Zubair and Nelson (2003). */
    UNIFORM,
    /** Each source at its average update interval, stretched to the budget: their Algorithm 2. */
    ADAPTIVE,
    /** Each source when asking gains the most fresh time for the price of a request. The default. */
    NET_RATE;

    /** Returns the word used in commands and settings. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads the word; empty when it is none of them. */
    public static Optional<PolicyName> of(String word) {
        for (PolicyName name : values()) {
            if (name.word().equals(word)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }
}
