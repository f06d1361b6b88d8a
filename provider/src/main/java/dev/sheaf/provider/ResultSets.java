package dev.sheaf.provider;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongFunction;

/**
 * The result sets of lists that harvesters are reading, in memory and limited in size; an alternative to tokens that contain all state.
 *
 * <p><b>Contents.</b> A harvester gets the entries that the list had when it began, in that order. An entry that has changed since is
 * returned at its original place in its present state: in its present version, or as a deleted header if it was withdrawn or has left the
 * set of the list. It is left out if it has vanished without trace (as under the policy {@code no}), or if its new datestamp is after an
 * {@code until} that the harvester requested. So pages may be shorter than others, but none is empty; only if nothing is left, the token is
 * refused.
 *
 * <p><b>Costs.</b> The first request reads the headers of the whole list. Tokens expire, and are lost when the process ends; in both cases
 * the answer is badResumptionToken. A list without room gets stateless tokens instead.
 *
 * <p>One object may serve many repositories, which then share its memory. Safe for use by many threads.
 */
public final class ResultSets extends TokenStrategy {

    private final Duration lifetime;
    private final long maxEntries;
    private final InstantSource clock;
    private final Map<Long, Stored> sets = new HashMap<>();
    private long entries;

    /** A result set, with the time at which the last of its tokens expires. */
    private record Stored(ResultSet set, Instant expires) {}

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

    @Override
    Optional<ListState.OfResultSet> keep(OptionalLong size, LongFunction<Optional<ResultSet>> entries) {
        long room = room();
        return size.isPresent() && size.getAsLong() > room
                ? Optional.empty()
                : entries.apply(room).filter(set -> set.size() > 0).flatMap(this::store);
    }

    /** Returns the number of further entries that can be stored now. */
    private synchronized long room() {
        Instant now = clock.instant();
        for (Iterator<Stored> each = sets.values().iterator(); each.hasNext();) {
            Stored stored = each.next();
            if (!now.isBefore(stored.expires)) {
                entries -= stored.set.size();
                each.remove();
            }
        }
        return maxEntries - entries;
    }

    /** Stores a result set under a number; empty when there is no room. */
    private synchronized Optional<ListState.OfResultSet> store(ResultSet set) {
        if (set.size() > room()) {
            return Optional.empty();
        }
        // Numbers do not begin with one: after a restart, an old token must not match a new list.
        long id = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
        Instant expires = expiry();
        sets.put(id, new Stored(set, expires));
        entries += set.size();
        return Optional.of(new ListState.OfResultSet(set.list().verb(), id, 0, expires, 0, set.size()));
    }

    @Override
    synchronized Optional<Kept> find(ListState.OfResultSet state) {
        Stored stored = sets.get(state.resultSet());
        return stored == null || !clock.instant().isBefore(stored.expires)
                ? Optional.empty()
                : Optional.of(new Found(this, state.resultSet(), stored.set));
    }

    /** Returns whether a token is valid; its result set may be stored for longer than the token states. */
    @Override
    boolean accepts(ListState.OfResultSet state) {
        return clock.instant().isBefore(state.expires()) && find(state).isPresent();
    }

    private record Found(ResultSets sets, long id, ResultSet set) implements Kept {

        @Override
        public Instant issue() {
            return sets.issue(id);
        }
    }

    private synchronized Instant issue(long id) {
        Instant expires = expiry();
        sets.computeIfPresent(id,
                (_, stored) -> stored.expires.isBefore(expires) ? new Stored(stored.set, expires) : stored);
        return expires;
    }

    private Instant expiry() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(lifetime.truncatedTo(ChronoUnit.SECONDS));
    }
}
