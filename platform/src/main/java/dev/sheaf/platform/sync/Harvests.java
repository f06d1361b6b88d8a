package dev.sheaf.platform.sync;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.platform.sync.derive.DerivedFormats;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceLease;

/** Harvests in background threads of this process, one at a time for each source. The ledger lists them like any other run. Thread-safe. */
public final class Harvests implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Harvests.class);
    /** Longest wait at the end: a page is saved in a moment, and a silent server is given up after a few seconds. */
    private static final Duration END = Duration.ofSeconds(10);
    /** Longest time that a person who has pressed a button waits for a page. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final HubStore store;
    private final SourceHarvest harvest;
    private final Runnable saved;
    private final Duration patience;
    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean closed;

    /**
     * Creates the harvests of a store.
     *
     * @param store belongs to the caller, who closes it after this object
     * @param saved callback after each run
     */
    public Harvests(HubStore store, SourceHarvest harvest, Runnable saved) {
        this(store, harvest, saved, PATIENCE);
    }

    /**
     * @param patience longest wait for an action that a person has started
     */
    Harvests(HubStore store, SourceHarvest harvest, Runnable saved, Duration patience) {
        this.patience = patience;
        this.store = store;
        this.harvest = harvest;
        this.saved = saved;
    }

    /** Returns the rules for requests to sources without rules of their own. */
    public FetchRules rules() {
        return harvest.rules();
    }

    /** Begins a run and returns at once. */
    public ActionResult start(String id, HarvestOptions options, HarvestCare care) {
        Optional<Source> source = store.source(id);
        if (source.isEmpty()) {
            return ActionResult.unknown(id);
        }
        if (source.get().kind().isPushed()) {
            return ActionResult.refused("'" + id + "' is not harvested: its owner pushes the records");
        }
        if (source.get().baseUrl() == null) {
            return ActionResult.refused("'" + id + "' is not harvested: its records are local");
        }
        if (store.control().paused(id).isPresent()) {
            return ActionResult.refused("'" + id + "' is paused: resume it first");
        }
        if (closed) {
            return ActionResult.refused("the hub is ending");
        }
        if (care.now()) {
            harvest.resume(source.get());
        }
        Optional<HostPace.Refusal> refusal = harvest.notAsked(source.get());
        if (refusal.isPresent()) {
            return ActionResult.waiting(id + ": " + SourceHarvest.message(refusal.get()));
        }
        if (store.leases().isHeld(id) || !running.add(id)) {
            return ActionResult.busy(id);
        }
        threads.execute(() -> run(source.get(), options.withCancelled(() -> closed || options.cancelled().getAsBoolean()), care));
        return ActionResult.done(id + ": the harvest has begun");
    }

    /**
     * Returns the time until which {@link #start} would refuse a source, because requests to its host or its base URL are paused; empty if
     * they are not.
     */
    public Optional<Instant> pausedUntil(Source source) {
        return harvest.pauseOf(source).map(HostPace.Refusal::until);
    }

    private void run(Source source, HarvestOptions options, HarvestCare care) {
        try {
            Optional<HarvestOutcome> outcome = harvest.run(source, options, care, ProgressListener.NONE);
            // A source that waits for its host has not failed.
            boolean isWell = outcome.isEmpty() || outcome.get().isComplete()
                    || store.hosts().waiting(source.id(), Instant.EPOCH).isPresent();
            LOG.atLevel(isWell ? Level.INFO : Level.WARN).log("harvest ended: source={} outcome=\"{}\"", source.id(),
                    outcome.map(HarvestOutcome::toString).orElse("another one is under way"));
        } catch (StoreException | IllegalArgumentException failure) {
            LOG.error("harvest failed: source={} reason=\"{}\"", source.id(), failure.getMessage());
        } catch (RuntimeException | Error failure) {
            // The ledger has it; without this line the log would not, because nobody waits for this thread.
            LOG.error("harvest failed: source={}", source.id(), failure);
        } finally {
            running.remove(source.id());
            saved.run();
        }
    }

    /**
     * Derives the missing records of a source in the background, and returns at once. A run that fills the source does the same at its end.
     */
    public void derive(String id) {
        if (closed) {
            return;
        }
        threads.execute(() -> {
            Optional<SourceLease> lease = store.leases().tryTake(id);
            if (lease.isEmpty()) {
                return;
            }
            try (SourceLease _ = lease.get()) {
                new DerivedFormats(store, () -> closed).catchUp(id, _ -> {});
            } catch (StoreException failure) {
                LOG.error("derived records are not created: source={} reason=\"{}\"", id, failure.getMessage());
            } finally {
                saved.run();
            }
        });
    }

    /**
     * Carries out an action on a source that may take long. Returns its result, or after some seconds a message that it continues; the
     * ledger then receives its result.
     *
     * @param doing description of the action, for people: {@code the last run is being undone}
     */
    public ActionResult patiently(String id, String doing, Supplier<ActionResult> action) {
        if (closed) {
            return ActionResult.refused("the hub is ending");
        }
        Future<ActionResult> result = threads.submit(() -> carriedOut(id, doing, action));
        try {
            return result.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            return goesOn(id, doing);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return goesOn(id, doing);
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof RuntimeException known ? known : new IllegalStateException(failure.getCause());
        }
    }

    /** Carries out the action and logs its result, because nobody may wait for it any more. */
    private static ActionResult carriedOut(String id, String doing, Supplier<ActionResult> action) {
        try {
            ActionResult result = action.get();
            LOG.info("ended: source={} what=\"{}\" outcome=\"{}\"", id, doing, result.message());
            return result;
        } catch (StoreException failure) {
            LOG.error("failed: source={} what=\"{}\" reason=\"{}\"", id, doing, failure.getMessage());
            throw failure;
        }
    }

    private static ActionResult goesOn(String id, String doing) {
        return ActionResult.begun(id + ": " + doing + "; its last run shows its progress");
    }

    /** Returns true while this process harvests a source on request. */
    public boolean isRunning(String id) {
        return running.contains(id);
    }

    /** Ends the runs under way after their present page; the next harvest continues from there. */
    @Override
    public void close() {
        closed = true;
        threads.shutdown();
        try {
            if (!threads.awaitTermination(END.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("harvests still running at the end: sources={}", running);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
