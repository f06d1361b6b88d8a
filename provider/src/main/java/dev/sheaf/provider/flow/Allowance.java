package dev.sheaf.provider.flow;

import java.util.concurrent.TimeUnit;

/**
 * The requests that one client may still make, by the generic cell rate algorithm: a token bucket that needs only the time at which it
 * would be full again. Times are nanoseconds since the same beginning. Not safe for use by several threads.
 */
final class Allowance {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long NEVER = Long.MIN_VALUE;

    private final RequestLimit limit;
    private long fullAt;
    private long blockedUntil = NEVER;
    private int refusals;

    Allowance(RequestLimit limit, long now) {
        this.limit = limit;
        this.fullAt = now;
    }

    private long interval() {
        return TimeUnit.MINUTES.toNanos(1) / limit.requestsPerMinute();
    }

    private long grantedFrom() {
        return fullAt - (limit.burst() - 1) * interval();
    }

    /**
     * Returns whether the client's request is within the limit, and counted; else {@link #secondsToWait} tells how long
     * it is too early.
     */
    boolean take(long now) {
        // A clock that was set back must not make anybody wait for the time that it lost.
        fullAt = Math.clamp(fullAt, now, now + limit.burst() * interval());
        boolean granted = grantedFrom() <= now;
        if (granted) {
            fullAt += interval();
        }
        refusals = granted ? 0 : refusals + 1;
        return granted;
    }

    /** Whole seconds until a request is granted. */
    long secondsToWait(long now) {
        return Math.ceilDiv(grantedFrom() - now, SECOND);
    }

    /** Begins to refuse the client when it has not heeded the last refusals. */
    void blockIfImpatient(long now) {
        if (refusals > limit.patience() + 1) {
            blockedUntil = now + limit.blockedFor().toNanos();
            refusals = 0;
        }
    }

    /** Whole seconds for which the client is still refused; 0 when it is not. */
    long secondsBlocked(long now) {
        blockedUntil = blockedUntil <= now ? NEVER : Math.min(blockedUntil, now + limit.blockedFor().toNanos());
        return blockedUntil == NEVER ? 0 : Math.ceilDiv(blockedUntil - now, SECOND);
    }
}
