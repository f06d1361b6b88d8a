package dev.sheaf.provider;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The result sets of lists that are being walked, in memory and bounded; an alternative to tokens that hold all state themselves.
 *
 * <p><b>What is walked</b> is what the list held when it began, in that order. An entry that has not changed since is answered as it was.
 * One that has is answered in its place as it is now: in its present version, or as a deleted header when it was withdrawn or has left the
 * set of the list. It is left out when it is gone without trace (as under the policy {@code no}), and when the harvester named an
 * {@code until} that its new datestamp is behind. So pages may be shorter than others, but none is empty; only when nothing at all is left
 * is the token refused.
 *
 * <p><b>The price</b>: the first request reads the headers of the whole list. Tokens expire, and are lost when the process ends; both is
 * badResumptionToken. A list that finds no room gets stateless tokens instead.
 *
 * <p>One object may serve many repositories, which then share its room. Safe for use by many threads.
 */
public final class ResultSets implements Tokens {

    private final Duration lifetime;
    private final long maxEntries;
    private final InstantSource clock;
    private final Map<Long, Kept> sets = new HashMap<>();
    private long entries;

    /** A result set and the time until which the latest of its tokens is good. */
    private record Kept(ResultSet set, Instant expires) {}

    ResultSets(Duration lifetime, long maxEntries, InstantSource clock) {
        if (lifetime.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("a token is good for at least a second, not for " + lifetime);
        }
        if (maxEntries < 1) {
            throw new IllegalArgumentException("result sets need room for at least one entry, not for " + maxEntries);
        }
        this.lifetime = lifetime;
        this.maxEntries = maxEntries;
        this.clock = clock;
    }

    /** How many more entries can be kept at the moment. */
    synchronized long room() {
        Instant now = clock.instant();
        for (Iterator<Kept> each = sets.values().iterator(); each.hasNext();) {
            Kept kept = each.next();
            if (!now.isBefore(kept.expires)) {
                entries -= kept.set.size();
                each.remove();
            }
        }
        return maxEntries - entries;
    }

    /** Keeps a result set under a number; empty when there is no room. */
    synchronized Optional<Long> keep(ResultSet set) {
        if (set.size() > room()) {
            return Optional.empty();
        }
        // Not counted from one: after a restart, a token of before must not meet another list.
        long id = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
        sets.put(id, new Kept(set, expiry()));
        entries += set.size();
        return Optional.of(id);
    }

    /** The result set with a number; empty when its time is over. */
    synchronized Optional<ResultSet> find(long id) {
        Kept kept = sets.get(id);
        return kept == null || !clock.instant().isBefore(kept.expires) ? Optional.empty() : Optional.of(kept.set);
    }

    /** True when a token that states this time is good no longer. */
    boolean hasExpired(Instant stated) {
        return !clock.instant().isBefore(stated);
    }

    /** Until when a token issued now is good. The result set is kept as long. */
    synchronized Instant issue(long id) {
        Instant expires = expiry();
        sets.computeIfPresent(id,
                (_, kept) -> kept.expires.isBefore(expires) ? new Kept(kept.set, expires) : kept);
        return expires;
    }

    private Instant expiry() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(lifetime.truncatedTo(ChronoUnit.SECONDS));
    }
}
