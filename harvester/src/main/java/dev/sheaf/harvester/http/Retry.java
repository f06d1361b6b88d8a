package dev.sheaf.harvester.http;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Rule for repeating a failed request. */
final class Retry {

    private static final Duration FIRST = Duration.ofSeconds(2);
    private static final Duration FIRST_WHEN_BUSY = Duration.ofSeconds(30);

    private Retry() {}

    /**
     * Returns the time to wait before the same request is repeated.
     *
     * @param attempt number of the attempt that failed, from 1
     * @return empty when the response is final
     */
    static Optional<Duration> after(Fetched fetched, int attempt, Instant now) {
        int status = fetched.status();
        boolean busy = isBusy(fetched);
        // 501 and 505 say that the server cannot do it at all; one that sends what was asked for has done it.
        if (!busy && (status < 500 || status == 501 || status == 505 || Unreadable.isWholeAnswer(fetched))) {
            return Optional.empty();
        }
        Optional<Duration> asked = fetched.header("Retry-After").flatMap(value -> HttpDate.retryAfter(value, now));
        if (asked.isPresent()) {
            return asked;
        }
        // A busy server that names no time gets minutes (guidelines for harvesters: never rapid fire).
        return Optional.of(busy ? FIRST_WHEN_BUSY.multipliedBy(1L << Math.min(attempt - 1, 10)) : backOff(attempt));
    }

    /** True when the host says that it is asked too much. */
    static boolean isBusy(Fetched fetched) {
        return fetched.status() == 429 || fetched.status() == 503;
    }

    /** Grows threefold with each attempt. */
    static Duration backOff(int attempt) {
        return FIRST.multipliedBy((long) Math.pow(3, Math.min(attempt - 1, 10)));
    }

    static String reason(Fetched fetched) {
        return HostPace.host(fetched.uri()) + " answered " + fetched.status()
                + fetched.header("Retry-After").map(value -> " and asks to come back after: " + Unreadable.line(value))
                        .orElse("");
    }
}
