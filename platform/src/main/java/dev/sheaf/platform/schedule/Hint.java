package dev.sheaf.platform.schedule;

/**
 * Frequency of changes that a source states (its syndication container). A starting point, never a command: publishers leave templates as
 * they are.
 *
 * @param interval seconds between two changes, greater than 0
 * @param base a time at which a change was or will be; null when the hint has none
 */
public record Hint(double interval, @org.jspecify.annotations.Nullable Long base) {

    /** Checks the interval. */
    public Hint {
        if (!(interval > 0)) {
            throw new IllegalArgumentException("the interval of a hint is greater than 0, not " + interval);
        }
    }
}
