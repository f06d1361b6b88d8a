package dev.sheaf.harvester.http;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/** A time for which nothing is asked of a host, because it asked for that. Guarded by the lock of its {@link HostPace}. */
final class HostBackOff {

    private @Nullable Instant begun;
    private Duration length = Duration.ZERO;
    private String reason = "";
    private long number;
    /** The end of the last one: a reader that waited for it does not get it again. */
    private Instant known = Instant.MIN;

    /**
     * Begins a back-off, unless a longer one is under way.
     *
     * @return true when it begins
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

    /** Returns the remaining time; zero when there is none. */
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

    /** Returns the number of the back-off, from 1; 0 before the first one. */
    long number() {
        return number;
    }

    String reason() {
        return reason;
    }

    /** Somebody has waited for it: it is over, unless another has begun. */
    void served(long which) {
        if (which == number) {
            begun = null;
        }
    }
}
