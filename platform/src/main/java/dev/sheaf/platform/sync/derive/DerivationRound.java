package dev.sheaf.platform.sync.derive;

import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceLease;

/**
 * One-time update of the derived records of all sources, in the background: of records that an earlier version of the crosswalks made, and
 * of work that a killed run has left. Thread-safe.
 *
 * <p>The lease on a source is held for a few steps at a time, so that a harvest need not wait long. A source with a run under way is
 * skipped, because its run does the same at its end.
 */
public final class DerivationRound implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DerivationRound.class);
    /** Number of steps after which the lease is released for others. */
    private static final int PORTION = 20;

    private final HubStore store;
    private volatile boolean closed;
    private @Nullable Thread thread;

    /** @param store its owner closes it, after the round */
    public DerivationRound(HubStore store) {
        this.store = store;
    }

    /** Starts the round; returns at once. */
    public synchronized void start() {
        // A platform thread, because this is computation and not waiting.
        thread = Thread.ofPlatform().daemon().name("sheaf-derivation").start(this::run);
    }

    /** Runs in this thread until nothing is left to do, or it is closed. */
    public void run() {
        try {
            for (SourceStatus status : store.sources()) {
                attempt(status.source().id());
            }
        } catch (StoreException failure) {
            if (!closed) {
                LOG.warn("derived records are not brought up to date because=\"{}\"; the next start tries again",
                        failure.getMessage());
            }
        }
    }

    /** Updates one source. Every failure is caught: damaged settings of one source must not prevent the update of the others. */
    private void attempt(String source) {
        try {
            catchUp(source);
        } catch (StoreException failure) {
            if (!closed) {
                LOG.warn(
                        "derived records of a source are not brought up to date: source={} reason=\"{}\"; the next start tries again",
                        source,
                        failure.getMessage());
            }
        } catch (RuntimeException | Error failure) {
            LOG.error("derived records of a source are not brought up to date: source={}; the next start tries again", source,
                    failure);
        }
    }

    private void catchUp(String source) {
        boolean done = false;
        while (!done && !closed) {
            SourceLease lease = store.leases().tryTake(source).orElse(null);
            if (lease == null || store.source(source).isEmpty()) {
                closeQuietly(lease);
                return;
            }
            AtomicInteger steps = new AtomicInteger();
            try (SourceLease _ = lease) {
                done = new DerivedFormats(store, () -> closed || steps.incrementAndGet() > PORTION).catchUp(source, _ -> {});
            }
        }
    }

    private static void closeQuietly(@Nullable SourceLease lease) {
        if (lease != null) {
            lease.close();
        }
    }

    /** Stops after the step under way. */
    @Override
    public void close() {
        closed = true;
        Thread running;
        synchronized (this) {
            running = thread;
        }
        if (running != null) {
            try {
                running.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
