package dev.sheaf.platform.monitor;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.BackgroundWork;
import dev.sheaf.store.HubStore;

/** Watcher that checks the sources every few seconds, counts the runs that have ended, and alerts operators to changes. */
public final class Monitor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Monitor.class);
    private static final Duration ROUND = Duration.ofSeconds(10);

    private final HubStore store;
    private final StateWatch watch;
    private final Alerts alerts;
    private final InstantSource clock;
    private final ScheduledExecutorService looks = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("sheaf-monitor").factory());
    private volatile boolean closed;

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
    }

    /** Starts the checks in a separate thread; returns at once. */
    public void start() {
        // The future is never read, because an attempt throws nothing.
        ScheduledFuture<?> _ = looks.scheduleWithFixedDelay(this::attempt, 0, ROUND.toSeconds(), TimeUnit.SECONDS);
    }

    private void attempt() {
        try {
            round();
            BackgroundWork.PROCESS.succeeded("sheaf-monitor");
        } catch (StoreException failure) {
            if (!closed) {
                LOG.warn("states of the sources not read, trying again: reason=\"{}\"", failure.getMessage());
            }
        } catch (RuntimeException | Error failure) {
            BackgroundWork.PROCESS.failed("sheaf-monitor", failure);
        }
    }

    /** Compares states, and sends the alerts that are due. For one thread at a time. */
    public synchronized void round() {
        Instant now = clock.instant();
        alerts.round(watch.look(store.sources(), now), now);
    }

    /** Stops after the check under way. Changes that were not reported yet are dropped. */
    @Override
    public void close() {
        closed = true;
        // The thread is not interrupted: a check may be reading the store, and an interrupt would close its files.
        looks.shutdown();
        try {
            looks.awaitTermination(ROUND.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
