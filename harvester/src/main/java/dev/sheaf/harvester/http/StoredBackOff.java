package dev.sheaf.harvester.http;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A back-off of a host, as stored for other processes and for later. Times are whole milliseconds, so that stored and read values are
 * equal.
 *
 * @param kind reason of the back-off
 * @param who for {@link Kind#WALL} a fingerprint of the refused identity, without any secret; for {@link Kind#BASE} the base URL; else empty
 * @param since its beginning
 * @param until its end, not before {@code since}
 * @param reason for people
 */
public record StoredBackOff(Kind kind, String who, Instant since, Instant until, String reason) {

    /** Reason of a back-off. */
    public enum Kind {
        /** The host asked for a short wait, and requests wait for it. */
        WAIT,
        /** The host asked for a long wait, or fails repeatedly: no request is sent. */
        ALONE,
        /** The host refuses an identity; others may be admitted. */
        WALL,
        /** One base URL of the host asked for a long wait: no request is sent to it. */
        BASE
    }

    /** Checks the times, and truncates them to milliseconds. */
    public StoredBackOff {
        since = since.truncatedTo(ChronoUnit.MILLIS);
        until = until.truncatedTo(ChronoUnit.MILLIS);
        if (until.isBefore(since)) {
            throw new IllegalArgumentException("a rest that ends at " + until + " cannot begin at " + since);
        }
    }
}
