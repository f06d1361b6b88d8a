package dev.sheaf.harvester.http;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Rule for the repetition of failed requests. */
final class Retry {

    private static final Duration FIRST = Duration.ofSeconds(2);
    private static final Duration FIRST_WHEN_BUSY = Duration.ofSeconds(30);

    private Retry() {}

    /**
     * Returns the time to wait before the same request is repeated.
     *
     * @param attempt number of the failed attempt, from 1
     * @return empty when the response is final
     */
    static Optional<Duration> after(Fetched fetched, int attempt, Instant now) {
        int status = fetched.status();
        boolean busy = isBusy(fetched);
        // 501 and 505 mean that the server cannot do it at all, unless it nevertheless sent the requested content.
        if (!busy && (status < 500 || status == 501 || status == 505 || Unreadable.isWholeAnswer(fetched))) {
            return Optional.empty();
        }
        Optional<Duration> asked = fetched.header("Retry-After").flatMap(value -> HttpDate.retryAfter(value, now));
        if (asked.isPresent()) {
            return asked;
        }
        // A busy server without Retry-After is given minutes (guidelines for harvesters: never rapid fire).
        return Optional.of(busy ? FIRST_WHEN_BUSY.multipliedBy(1L << Math.min(attempt - 1, 10)) : backOff(attempt));
    }

    /** Returns true if the host reports too many requests. */
    static boolean isBusy(Fetched fetched) {
        return fetched.status() == 429 || fetched.status() == 503;
    }

    /** Returns a wait that triples with each attempt. */
    static Duration backOff(int attempt) {
        return FIRST.multipliedBy((long) Math.pow(3, Math.min(attempt - 1, 10)));
    }

    static String reason(Fetched fetched) {
        return HostPace.host(fetched.uri()) + " answered " + fetched.status()
                + fetched.header("Retry-After").map(value -> " and asks to come back after: " + Unreadable.line(value))
                        .orElse("");
    }
}
