package dev.sheaf.platform.notify;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The time until somebody who failed to answer is asked again: it doubles with each failure.
 *
 * @param first after the first failure
 * @param shortest at least, whatever the other side asks for
 * @param longest at most, unless the other side asks for more
 */
record RetryDelay(Duration first, Duration shortest, Duration longest) {

    /** Enough to reach the longest delay, few enough not to overflow. */
    private static final int MOST_DOUBLINGS = 12;

    /**
     * Returns the delay after one more failure. A receiver that is busy says for how long: to come back much later
     * than that would make the change late
     * for nothing, to come back earlier would be refused.
     *
     * @param failures before this one
     * @param retryAfter asked for by the other side; null when it asked for nothing
     */
    Duration after(int failures, @Nullable Duration retryAfter) {
        Duration start = retryAfter == null ? first : longer(retryAfter, shortest);
        Duration grown = start.multipliedBy(1L << Math.min(MOST_DOUBLINGS, failures));
        return grown.compareTo(longest) > 0 ? longer(start, longest) : grown;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
