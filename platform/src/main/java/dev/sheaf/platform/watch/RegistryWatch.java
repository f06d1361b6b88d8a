package dev.sheaf.platform.watch;

import java.time.Duration;
import java.time.InstantSource;

import dev.sheaf.store.HubStore;
import dev.sheaf.store.Rounds;

/** Compares the registry with lists of others in the background. Thread-safe. */
public final class RegistryWatch implements AutoCloseable {

    private static final Duration ROUND = Duration.ofMinutes(5);

    private final HubStore store;
    private final ListComparison comparison;
    private final WatchTerms terms;
    private final InstantSource clock;
    private final Rounds rounds;

    /** Creates a watch; it begins with {@link #start}, and makes its first comparison one round later. */
    public RegistryWatch(HubStore store, ListComparison comparison, WatchTerms terms, InstantSource clock) {
        this.store = store;
        this.comparison = comparison;
        this.terms = terms;
        this.clock = clock;
        this.rounds = new Rounds("sheaf-registry", ROUND, clock);
    }

    /** Starts the rounds in a thread of their own; returns at once. */
    public void start() {
        rounds.startLater(this::round);
    }

    /** Makes the comparisons that are due, one after another. For one thread at a time. */
    void round() {
        store.registry().keepLists(terms.lists());
        for (String list : terms.lists()) {
            if (!rounds.isClosed() && comparison.isDue(list, clock.instant())) {
                comparison.compare(list, rounds::isClosed);
            }
        }
    }

    /** Ends the rounds: a comparison under way stores nothing from now on. The caller then ends its request. */
    public void end() {
        rounds.end();
    }

    /** Waits until the comparison under way has ended; it is repeated after the next start. */
    @Override
    public void close() {
        rounds.close();
    }
}
