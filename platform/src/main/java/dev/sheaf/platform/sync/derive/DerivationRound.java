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
 * Brings the derived records of all sources up to date, once, beside everything else: what an earlier edition of the crosswalks made, and
 * what a killed run has left. Thread-safe.
 *
 * <p>The lease on a source is held for a portion at a time, so that a harvest need not wait long; a source that is being filled is passed
 * over, for its run does the same at its end.
 */
public final class DerivationRound implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DerivationRound.class);
    /** Steps between two looks at whether somebody else wants the source. */
    private static final int PORTION = 20;

    private final HubStore store;
    private volatile boolean closed;
    private @Nullable Thread thread;

    /** @param store stays its owner's, and must outlive the round */
    public DerivationRound(HubStore store) {
        this.store = store;
    }

    /** Starts the round; returns at once. */
    public synchronized void start() {
        // Not a virtual one: it is work, not waiting.
        thread = Thread.ofPlatform().daemon().name("sheaf-derivation").start(this::run);
    }

    /** The same in this thread: until nothing is left to do, or it is closed. */
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

    /** Every failure is caught: one source whose stored settings are damaged must not keep the others from being brought up to date. */
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
        } catch (RuntimeException failure) {
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

    /** Waits for the step under way. */
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
