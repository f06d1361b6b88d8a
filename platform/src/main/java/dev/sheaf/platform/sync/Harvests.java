package dev.sheaf.platform.sync;

import java.time.Duration;
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

/**
 * Harvests that this process carries out beside everything else, each in a thread of its own and one at a time for a source. They stand in
 * the ledger as any other. Thread-safe.
 */
public final class Harvests implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Harvests.class);
    /** A page is saved in a moment; a server that is silent is let go of in a few seconds. */
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
     * Harvests into a store.
     *
     * @param store stays its owner's, and must outlive this
     * @param saved called after each run
     */
    public Harvests(HubStore store, SourceHarvest harvest, Runnable saved) {
        this(store, harvest, saved, PATIENCE);
    }

    /** @param patience of people who wait for something that may take long */
    Harvests(HubStore store, SourceHarvest harvest, Runnable saved, Duration patience) {
        this.patience = patience;
        this.store = store;
        this.harvest = harvest;
        this.saved = saved;
    }

    /** How sources are asked, as far as they do not say otherwise themselves. */
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

    private void run(Source source, HarvestOptions options, HarvestCare care) {
        try {
            Optional<HarvestOutcome> outcome = harvest.run(source, options, care, ProgressListener.NONE);
            boolean isWell = outcome.isEmpty() || outcome.get().isComplete();
            LOG.atLevel(isWell ? Level.INFO : Level.WARN).log("harvest ended: source={} outcome=\"{}\"", source.id(),
                    outcome.map(HarvestOutcome::toString).orElse("another one is under way"));
        } catch (StoreException | IllegalArgumentException failure) {
            LOG.error("harvest failed: source={} reason=\"{}\"", source.id(), failure.getMessage());
        } finally {
            running.remove(source.id());
            saved.run();
        }
    }

    /** Makes the derived records that a source lacks, and returns at once; a run that fills the source does the same at its end. */
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
                LOG.error("derived records are not made: source={} reason=\"{}\"", id, failure.getMessage());
            } finally {
                saved.run();
            }
        });
    }

    /**
     * Does something to a source that may take long. Returns its result, or after some seconds that it goes on; its result then stands in the
     * ledger.
     *
     * @param doing what is being done, for people: {@code the last run is being undone}
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

    /** Nobody may wait any more for what it ends with. */
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
        return ActionResult.begun(id + ": " + doing + "; its last run tells how far that has come");
    }

    /** True while this process harvests a source because it was asked to here. */
    public boolean isRunning(String id) {
        return running.contains(id);
    }

    /** Lets the runs under way end at the page at hand; the next harvest goes on from there. */
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
