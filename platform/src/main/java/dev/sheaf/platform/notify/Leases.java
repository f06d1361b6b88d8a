package dev.sheaf.platform.notify;

import java.time.Duration;

/** Lease times of subscriptions to sources, and the times of their renewal. */
final class Leases {

    /** Lease that this hub requests. */
    static final Duration WANTED = Duration.ofDays(10);
    /** Longest lease that counts, however long the granted one is: the hub of a source is checked again at least this often. */
    static final Duration LONGEST = Duration.ofDays(31);
    private static final Duration LEAST = Duration.ofMinutes(1);
    private static final Duration AHEAD = Duration.ofDays(1);

    private Leases() {}

    /** Returns the time after which a lease is renewed: a day before its end, or after three quarters of a short one, but never at once. */
    static Duration untilRenewal(Duration lease) {
        Duration ahead = lease.dividedBy(4).compareTo(AHEAD) < 0 ? lease.dividedBy(4) : AHEAD;
        Duration time = lease.minus(ahead);
        return time.compareTo(LEAST) < 0 ? LEAST : time;
    }
}
