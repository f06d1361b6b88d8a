package dev.sheaf.platform.sync.plan;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.description.Syndication;
import dev.sheaf.core.description.Syndication.Period;
import dev.sheaf.core.store.Source;
import dev.sheaf.schedule.Changes;
import dev.sheaf.schedule.metrics.SyncMetrics;
import dev.sheaf.store.HubStore;

/**
 * Change frequency of local repositories for their syndication containers, computed from their own history. It is computed at most once an
 * hour. Thread-safe.
 */
public final class ComputedSyndication {

    private static final Duration KEPT = Duration.ofHours(1);
    private static final long HOUR = 3_600;
    private static final Duration LOOKED_BACK = Duration.ofDays(365);
    /** Number of updates from which a frequency can be stated. */
    private static final int ENOUGH = 6;
    private static final int MOST_FREQUENT = 12;
    /** Largest deviation of a period from the observed interval: by half. */
    private static final double MOST_OFF = Math.log(1.5);

    private record Known(Instant at, Optional<Syndication> syndication) {}

    private final HubStore store;
    private final InstantSource clock;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /** @param store its owner closes it */
    public ComputedSyndication(HubStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Returns the update period that a source's repository may state. Empty for harvested sources, whose origins state their own, for
     * unknown ids, and for sources without a regular frequency.
     */
    public Optional<Syndication> of(String id) {
        Instant now = clock.instant();
        Known kept = known.get(id);
        if (kept == null || kept.at().plus(KEPT).isBefore(now)) {
            kept = new Known(now, compute(id, now));
            known.put(id, kept);
        }
        return kept.syndication();
    }

    private Optional<Syndication> compute(String id, Instant now) {
        Source source = store.source(id).orElse(null);
        if (source == null || source.kind().isHarvested()) {
            return Optional.empty();
        }
        long from = now.minus(LOOKED_BACK).getEpochSecond();
        Changes changes = SynchronisationReport.changes(store, id).between(from, now.getEpochSecond());
        if (changes.isEmpty()) {
            return Optional.empty();
        }
        // The first change only marks the beginning of the observed time.
        long begin = changes.time(0);
        SyncMetrics metrics = SyncMetrics.of(changes, begin, HOUR, (now.getEpochSecond() - begin) / HOUR);
        if (metrics.updates() < ENOUGH) {
            return Optional.empty();
        }
        return Optional.ofNullable(nearest(metrics.interval() * HOUR));
    }

    /** Returns the period and frequency nearest to an interval in seconds; null if none is near. */
    static @Nullable Syndication nearest(double interval) {
        Period best = Period.DAILY;
        int frequency = 1;
        double off = Double.POSITIVE_INFINITY;
        for (Period period : Period.values()) {
            double length = period.length().toSeconds();
            int times = Math.clamp(Math.round(length / interval), 1, MOST_FREQUENT);
            double distance = Math.abs(Math.log(length / times / interval));
            if (distance < off - 1e-9) {
                best = period;
                frequency = times;
                off = distance;
            }
        }
        return off > MOST_OFF ? null : new Syndication(best, frequency, null);
    }
}
