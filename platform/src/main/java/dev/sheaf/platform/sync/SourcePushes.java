package dev.sheaf.platform.sync;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.PushedPage;
import dev.sheaf.harvester.PushedRun;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceLease;

/**
 * Runs that fill sources with pushed pages, with the same steps as a harvest ({@link SourceHarvest}): the lease, the ledger, derived
 * formats and vanished records. A list is one run, from its first page to its last. A run without pages for a while is ended, and the next
 * page continues where it stopped. Thread-safe.
 */
public final class SourcePushes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SourcePushes.class);
    /** Time without a page after which a run is ended, so that the source is free for others. */
    private static final Duration SILENCE = Duration.ofMinutes(2);

    private final HubStore store;
    private final Harvester harvester;
    private final InstantSource clock;
    private final Pause pause;
    private final Runnable saved;
    private final Map<String, Slot> slots = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * Creates the pushes of a store.
     *
     * @param store belongs to the caller, who closes it after this object
     * @param harvester a harvester that sends no request to sources that push
     * @param saved callback after something was saved
     */
    public SourcePushes(HubStore store, Harvester harvester, InstantSource clock, Pause pause, Runnable saved) {
        this.store = store;
        this.harvester = harvester;
        this.clock = clock;
        this.pause = pause;
        this.saved = saved;
    }

    /** Result of a page. */
    public sealed interface Result {
        /** The page is stored. */
        record Stored(PushedRun.Taken taken) implements Result {}

        /**
         * The page is not stored, because an earlier one was never sent.
         *
         * @param expectedFrom beginning of the missing part; null if everything is missing
         */
        record Missing(@Nullable Datestamp expectedFrom) implements Result {}

        /** The page cannot be stored now. */
        record Busy(String reason) implements Result {}
    }

    /** Lock of a source that guards its run. */
    private static final class Slot {
        private @Nullable OpenRun run;
    }

    /** A run that waits for further pages. */
    private static final class OpenRun {
        private final SourceLease lease;
        private final HarvestRun run;
        private final PushedRun list;
        private Instant lastPage;

        OpenRun(SourceLease lease, HarvestRun run, PushedRun list, Instant begun) {
            this.lease = lease;
            this.run = run;
            this.list = list;
            this.lastPage = begun;
        }
    }

    /**
     * Stores a page.
     *
     * @param source registered as one that pushes
     * @throws StoreException if the page could not be stored; sending it again may succeed
     */
    public Result take(Source source, PushedPage page) {
        Slot slot = slots.computeIfAbsent(source.id(), _ -> new Slot());
        synchronized (slot) {
            if (closed) {
                return new Result.Busy("the hub is ending");
            }
            if (store.control().paused(source.id()).isPresent()) {
                return new Result.Busy("the source is paused by its operator");
            }
            OpenRun open = slot.run;
            if (open != null && !open.list.asked().equals(page.asked())) {
                end(source, slot, open, "another list was begun before this one had come to its end");
                open = null;
            }
            if (open != null && open.run.isUnwanted()) {
                end(source, slot, open, "cancelled by an operator; the next page continues from there");
                return new Result.Busy("the push was cancelled by an operator of the hub");
            }
            Checkpoint known = store.checkpoint(source.id(), page.asked()).orElse(null);
            boolean goesOn = known != null && known.underWay() && page.sent().equals(known.sent());
            Optional<PushedRun.Gap> gap = goesOn ? Optional.empty() : PushedRun.gap(known, page.sent());
            if (gap.isPresent()) {
                return new Result.Missing(gap.get().expectedFrom());
            }
            if (open == null) {
                Optional<SourceLease> lease = store.leases().tryTake(source.id());
                if (lease.isEmpty()) {
                    return new Result.Busy("another action on the source is under way");
                }
                open = begin(source, page, lease.get());
                slot.run = open;
                watch(source, slot, open);
            }
            return store(source, slot, open, page);
        }
    }

    private Result store(Source source, Slot slot, OpenRun open, PushedPage page) {
        PushedRun.Taken taken;
        try {
            open.run.expect(page);
            taken = open.list.take(page);
        } catch (StoreException failure) {
            // Earlier pages stay, and this page can be sent again.
            throw failure;
        } catch (RuntimeException | Error unexpected) {
            end(source, slot, open, "unexpected: " + unexpected);
            throw unexpected;
        }
        open.lastPage = clock.instant();
        if (open.list.isComplete()) {
            end(source, slot, open, null);
        }
        saved.run();
        return new Result.Stored(taken);
    }

    private OpenRun begin(Source source, PushedPage page, SourceLease lease) {
        HarvestRun run = null;
        try {
            run = HarvestRun.push(store, harvester, clock, source);
            return new OpenRun(lease, run, new PushedRun(source, page.asked(), run, clock, run.recorder()), clock.instant());
        } catch (RuntimeException | Error failure) {
            if (run != null) {
                run.close();
            }
            lease.close();
            throw failure;
        }
    }

    /** Ends a run even if a step fails, because the source must be free afterwards. */
    private void end(Source source, Slot slot, OpenRun open, @Nullable String missing) {
        slot.run = null;
        try (SourceLease _ = open.lease; HarvestRun _ = open.run) {
            HarvestOutcome outcome = open.list.end(missing);
            SourceHarvest.adoptName(store, source.id());
            LOG.info("push ended: source={} list={} outcome=\"{}\"", source.id(), open.list.asked().prefix(),
                    open.run.outcome().orElse(outcome));
        }
        saved.run();
    }

    /** Ends a run whose repository has stopped sending. */
    private void watch(Source source, Slot slot, OpenRun open) {
        Thread.ofVirtual().name("sheaf-push-" + source.id()).start(() -> {
            try {
                boolean going = true;
                while (going) {
                    Instant before = clock.instant();
                    pause.pause(SILENCE, "the next page of a push");
                    // With a clock that does not advance, this loop would never end.
                    going = goesOn(source, slot, open) && clock.instant().isAfter(before);
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } catch (StoreException failure) {
                LOG.warn("push not ended: source={} reason=\"{}\"", source.id(), failure.getMessage());
            }
        });
    }

    private boolean goesOn(Source source, Slot slot, OpenRun open) {
        synchronized (slot) {
            if (closed || slot.run != open) {
                return false;
            }
            if (Duration.between(open.lastPage, clock.instant()).compareTo(SILENCE) < 0) {
                return true;
            }
            end(source, slot, open, stopped());
            return false;
        }
    }

    private static String stopped() {
        return "the pages stopped before the last one; the next one continues from there";
    }

    /** Ends the runs under way; their next pages continue in new runs. */
    @Override
    public void close() {
        closed = true;
        slots.forEach((id, slot) -> {
            synchronized (slot) {
                OpenRun open = slot.run;
                if (open != null) {
                    store.source(id)
                            .ifPresent(source -> end(source, slot, open, "the hub has stopped before the last page; the "
                                    + "next one continues from there"));
                }
            }
        });
    }
}
