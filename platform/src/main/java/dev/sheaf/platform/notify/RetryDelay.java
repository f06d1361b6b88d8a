package dev.sheaf.platform.notify;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The time until the next attempt after failures; it doubles with each failure.
 *
 * @param first delay after the first failure
 * @param shortest lower limit, even if the other side requests less
 * @param longest upper limit, unless the other side requests more
 */
record RetryDelay(Duration first, Duration shortest, Duration longest) {

    /** Enough doublings to reach the longest delay, few enough not to overflow. */
    private static final int MOST_DOUBLINGS = 12;

    /**
     * Returns the delay after one more failure. A busy receiver states a delay: a much later attempt would delay the change needlessly, an
     * earlier one would be refused.
     *
     * @param failures number of earlier failures
     * @param retryAfter delay that the other side requests; null for none
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
