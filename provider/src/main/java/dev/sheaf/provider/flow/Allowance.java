package dev.sheaf.provider.flow;

import java.util.concurrent.TimeUnit;

/**
 * The requests that one client may still make, by the generic cell rate algorithm: a token bucket that stores only the time at which it
 * will be full again. Times are nanoseconds since a common start. Not safe for use by several threads.
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

    /** Returns whether the request is within the limit, and counts it if so; otherwise {@link #secondsToWait} returns the wait. */
    boolean take(long now) {
        // A clock that was set back must not lengthen waits.
        fullAt = Math.clamp(fullAt, now, now + limit.burst() * interval());
        boolean granted = grantedFrom() <= now;
        if (granted) {
            fullAt += interval();
        }
        refusals = granted ? 0 : refusals + 1;
        return granted;
    }

    /** Returns the whole seconds until a request is allowed. */
    long secondsToWait(long now) {
        return Math.ceilDiv(grantedFrom() - now, SECOND);
    }

    /** Begins to refuse a client that has ignored the last answers to wait. */
    void blockIfImpatient(long now) {
        if (refusals > limit.patience() + 1) {
            blockedUntil = now + limit.blockedFor().toNanos();
            refusals = 0;
        }
    }

    /** Returns the whole seconds for which the client is still refused; 0 if it is not. */
    long secondsBlocked(long now) {
        blockedUntil = blockedUntil <= now ? NEVER : Math.min(blockedUntil, now + limit.blockedFor().toNanos());
        return blockedUntil == NEVER ? 0 : Math.ceilDiv(blockedUntil - now, SECOND);
    }
}
