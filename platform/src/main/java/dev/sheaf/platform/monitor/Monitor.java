package dev.sheaf.platform.monitor;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import dev.sheaf.store.HubStore;
import dev.sheaf.store.Rounds;

/** Watcher that checks the sources every few seconds, counts the runs that have ended, and alerts operators to changes. */
public final class Monitor implements AutoCloseable {

    private static final Duration ROUND = Duration.ofSeconds(10);

    private final HubStore store;
    private final StateWatch watch;
    private final Alerts alerts;
    private final InstantSource clock;
    private final Rounds rounds;

    /**
     * Creates a monitor that is not started.
     *
     * @param store store of the hub; its owner closes it after this monitor
     * @param metrics counts each run that has ended
     * @param channels channels to operators; empty for none
     * @param interval shortest time between two messages on a channel
     */
    public Monitor(HubStore store, HubMetrics metrics, List<AlertChannel> channels, Duration interval,
            InstantSource clock) {
        this.store = store;
        this.watch = new StateWatch(metrics::ended);
        this.alerts = new Alerts(channels, interval);
        this.clock = clock;
        this.rounds = new Rounds("sheaf-monitor", ROUND, clock);
    }

    /** Starts the checks in a separate thread; returns at once. */
    public void start() {
        rounds.start(this::round);
    }

    /** Compares states, and sends the alerts that are due. For one thread at a time. */
    public synchronized void round() {
        Instant now = clock.instant();
        alerts.round(watch.look(store.sources(), now), now);
    }

    /** Stops after the check under way. Changes that were not reported yet are dropped. */
    @Override
    public void close() {
        rounds.close(ROUND);
    }
}
