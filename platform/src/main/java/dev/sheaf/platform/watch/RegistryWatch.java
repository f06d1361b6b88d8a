package dev.sheaf.platform.watch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.Follower;
import dev.sheaf.store.HubStore;

/** Compares the registry with lists of others in the background. Thread-safe. */
public final class RegistryWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryWatch.class);
    private static final Duration ROUND = Duration.ofMinutes(5);

    private final HubStore store;
    private final ListComparison comparison;
    private final WatchTerms terms;
    private final InstantSource clock;
    private final Follower follower = new Follower();
    private Instant nextRound;
    private volatile boolean ended;

    /** Creates a watch; it begins with {@link #start}, and makes its first comparison one round later. */
    public RegistryWatch(HubStore store, ListComparison comparison, WatchTerms terms, InstantSource clock) {
        this.store = store;
        this.comparison = comparison;
        this.terms = terms;
        this.clock = clock;
        this.nextRound = clock.instant().plus(ROUND);
    }

    /** Starts the rounds in a thread of their own; returns at once. */
    public void start() {
        follower.start("sheaf-registry", () -> {
            Instant now = clock.instant();
            if (now.isBefore(nextRound)) {
                return;
            }
            nextRound = now.plus(ROUND);
            try {
                round();
            } catch (StoreException failure) {
                LOG.warn("comparison of the registry failed: reason=\"{}\"; the next round tries again", failure.getMessage());
            }
        });
    }

    /** Makes the comparisons that are due, one after another. For one thread at a time. */
    void round() {
        store.registry().keepLists(terms.lists());
        for (String list : terms.lists()) {
            if (!ended && comparison.isDue(list, clock.instant())) {
                comparison.compare(list, () -> ended);
            }
        }
    }

    /** Ends the rounds: a comparison under way stores nothing from now on. The caller then ends its request. */
    public void end() {
        ended = true;
    }

    /** Waits until the comparison under way has ended; it is repeated after the next start. */
    @Override
    public void close() {
        end();
        follower.close();
    }
}
