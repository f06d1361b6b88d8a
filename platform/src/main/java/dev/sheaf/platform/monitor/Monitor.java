package dev.sheaf.platform.monitor;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.store.SqliteRecordStore;

/** Looks at the sources every few seconds, counts the runs that have ended, and has operators told of changes. */
public final class Monitor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Monitor.class);
    private static final Duration ROUND = Duration.ofSeconds(10);

    private final SqliteRecordStore store;
    private final StateWatch watch;
    private final Alerts alerts;
    private final InstantSource clock;
    private final Pause pause;
    private volatile boolean closed;
    private @Nullable Thread thread;

    /**
     * Looks at nothing before it is started.
     *
     * @param store stays its owner's, and must outlive this
     * @param metrics told of each run that has ended
     * @param channels by which operators are told; empty for none
     * @param interval least time between two messages on a channel
     */
    public Monitor(SqliteRecordStore store, HubMetrics metrics, List<AlertChannel> channels, Duration interval,
            InstantSource clock,
            Pause pause) {
        this.store = store;
        this.watch = new StateWatch(metrics::ended);
        this.alerts = new Alerts(channels, interval);
        this.clock = clock;
        this.pause = pause;
    }

    /** Begins in a thread of its own; returns at once. */
    public void start() {
        thread = Thread.ofVirtual().name("sheaf-monitor").start(() -> {
            try {
                while (!closed) {
                    attempt();
                    pause.pause(ROUND, "the next look at the states of the sources");
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void attempt() {
        try {
            round();
        } catch (StoreException failure) {
            if (!closed) {
                LOG.warn("states of the sources not read, trying again: reason=\"{}\"", failure.getMessage());
            }
        } catch (RuntimeException failure) {
            LOG.error("states of the sources not watched, trying again", failure);
        }
    }

    /** One look: notes what has changed, and sends what is due. For one thread at a time. */
    public synchronized void round() {
        Instant now = clock.instant();
        alerts.round(watch.look(store.sources(), now), now);
    }

    /** Ends after the look under way. What was not told yet is not told any more. */
    @Override
    public void close() {
        closed = true;
        Thread running = thread;
        if (running != null) {
            try {
                // Not interrupted: it may be reading the store, whose files an interrupt would close.
                running.join(ROUND.dividedBy(5));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
