package dev.sheaf.platform.notify;

import java.time.Duration;

/** Lease times of subscriptions to sources, and the times of their renewal. */
final class Leases {

    /** The lease that this hub asks for. */
    static final Duration WANTED = Duration.ofDays(10);
    /** However long a hub grants: what a source offers is looked at again at least so often. */
    static final Duration LONGEST = Duration.ofDays(31);
    private static final Duration LEAST = Duration.ofMinutes(1);
    private static final Duration AHEAD = Duration.ofDays(1);

    private Leases() {}

    /** Returns the time after which a lease is renewed: a day before its end, a quarter of it when it is short, and not at once in any case. */
    static Duration untilRenewal(Duration lease) {
        Duration ahead = lease.dividedBy(4).compareTo(AHEAD) < 0 ? lease.dividedBy(4) : AHEAD;
        Duration time = lease.minus(ahead);
        return time.compareTo(LEAST) < 0 ? LEAST : time;
    }
}
