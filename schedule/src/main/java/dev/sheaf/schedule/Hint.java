package dev.sheaf.schedule;

/**
 * Frequency of changes that a source states in its syndication container. It is only a starting point, because publishers often leave
 * templates unchanged.
 *
 * @param interval seconds between two changes, greater than 0
 * @param base a time of a past or future change; null if the hint has none
 */
public record Hint(double interval, @org.jspecify.annotations.Nullable Long base) {

    /** Checks the interval. */
    public Hint {
        if (!(interval > 0)) {
            throw new IllegalArgumentException("the interval of a hint must be greater than 0, not " + interval);
        }
    }
}
