package dev.sheaf.harvester.http;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/** A time in which no requests are sent to a host, because it asked for that. Guarded by the lock of its {@link HostPace}. */
final class HostBackOff {

    private @Nullable Instant begun;
    private Duration length = Duration.ZERO;
    private String reason = "";
    private long number;
    /** End of the last known back-off, so that a caller that waited for it does not take it over again. */
    private Instant known = Instant.MIN;

    /**
     * Begins a back-off, unless a longer one is in force.
     *
     * @return true if it begins
     */
    boolean begin(Instant now, Duration time, String why) {
        boolean isLonger = time.compareTo(left(now)) > 0;
        if (isLonger) {
            begun = now;
            length = time;
            reason = why;
            number++;
            known = now.plus(time);
        }
        return isLonger;
    }

    /** Takes over a stored back-off, unless it is known already. */
    void learn(StoredBackOff rest, Instant now) {
        if (rest.until().isAfter(known) && rest.until().isAfter(now)) {
            begin(now, Duration.between(now, rest.until()), rest.reason());
            known = rest.until();
        }
    }

    /** Returns the remaining time; zero if there is no back-off. */
    Duration left(Instant now) {
        if (begun == null) {
            return Duration.ZERO;
        }
        Duration gone = Duration.between(begun, now);
        if (gone.isNegative()) {
            return length;
        }
        return gone.compareTo(length) >= 0 ? Duration.ZERO : length.minus(gone);
    }

    /** Returns the number of the back-off, from 1; 0 before the first. */
    long number() {
        return number;
    }

    String reason() {
        return reason;
    }

    /** Ends a back-off because a caller has waited for it, unless another has begun. */
    void served(long which) {
        if (which == number) {
            begun = null;
        }
    }
}
