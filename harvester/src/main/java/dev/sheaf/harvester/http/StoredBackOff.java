package dev.sheaf.harvester.http;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A time for which a host is not asked, as it is kept for other processes and for later. Times are whole milliseconds: as they are kept they
 * come back.
 *
 * @param kind why the host is not asked
 * @param who of {@link Kind#WALL}: a fingerprint of who is turned away, without any secret; else empty
 * @param since its beginning
 * @param until its end, not before {@code since}
 * @param reason for people
 */
public record StoredBackOff(Kind kind, String who, Instant since, Instant until, String reason) {

    /** Why a host is not asked. */
    public enum Kind {
        /** The host asked for a short wait, and requests wait for it. */
        WAIT,
        /** The host asked for a long wait, or fails again and again: no request is sent. */
        ALONE,
        /** The host refuses a client; others may be admitted. */
        WALL
    }

    /** Checks the times, and takes away what is shorter than a millisecond. */
    public StoredBackOff {
        since = since.truncatedTo(ChronoUnit.MILLIS);
        until = until.truncatedTo(ChronoUnit.MILLIS);
        if (until.isBefore(since)) {
            throw new IllegalArgumentException("a rest that ends at " + until + " cannot begin at " + since);
        }
    }
}
