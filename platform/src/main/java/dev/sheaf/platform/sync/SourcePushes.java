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
 * Fills sources with what they push, with all that belongs around a harvest too ({@link SourceHarvest}): the lease, the ledger, derived formats,
 * records that have vanished. A list is one run, from its first page to its last; one that stops coming is ended after a while, and the next
 * page goes on where it stood. Thread-safe.
 */
public final class SourcePushes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SourcePushes.class);
    /** Silence after which a list is not waited for any longer: the source is then free for others. */
    private static final Duration SILENCE = Duration.ofMinutes(2);

    private final HubStore store;
    private final Harvester harvester;
    private final InstantSource clock;
    private final Pause pause;
    private final Runnable saved;
    private final Map<String, Slot> slots = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * Fills a store.
     *
     * @param store stays its owner's, and must outlive this
     * @param harvester never asks a source that pushes
     * @param saved called when something was saved
     */
    public SourcePushes(HubStore store, Harvester harvester, InstantSource clock, Pause pause, Runnable saved) {
        this.store = store;
        this.harvester = harvester;
        this.clock = clock;
        this.pause = pause;
        this.saved = saved;
    }

    /** Result of taking a page. */
    public sealed interface Result {
        /** It is stored. */
        record Stored(PushedRun.Taken taken) implements Result {}

        /**
         * Something before it was never sent, and it was not stored.
         *
         * @param expectedFrom where that begins; null when it is all
         */
        record Missing(@Nullable Datestamp expectedFrom) implements Result {}

        /** It cannot be stored now. */
        record Busy(String reason) implements Result {}
    }

    /** The place of a source, which guards its run. */
    private static final class Slot {
        private @Nullable OpenRun run;
    }

    /** A run that goes on. */
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
     * @throws StoreException when it could not be stored; sent again, it may go well
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
                end(source, slot, open, "cancelled by an operator; the next page goes on from there");
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
                    return new Result.Busy("something else is being done to the source at this moment");
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
            // The pages saved before stay, and this page can be sent again.
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

    /** Ends a run, whatever happens on the way: the source must be free afterwards. */
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

    /** Ends a run whose repository has fallen silent. */
    private void watch(Source source, Slot slot, OpenRun open) {
        Thread.ofVirtual().name("sheaf-push-" + source.id()).start(() -> {
            try {
                boolean going = true;
                while (going) {
                    Instant before = clock.instant();
                    pause.pause(SILENCE, "the next page of a push");
                    // With a clock that stands still this loop would never end.
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
        return "the pages have stopped coming before the last one; the next one goes on from there";
    }

    /** Ends the runs under way; their next pages go on in others. */
    @Override
    public void close() {
        closed = true;
        slots.forEach((id, slot) -> {
            synchronized (slot) {
                OpenRun open = slot.run;
                if (open != null) {
                    store.source(id)
                            .ifPresent(source -> end(source, slot, open, "the hub has ended before the last page came; the "
                                    + "next one goes on from there"));
                }
            }
        });
    }
}
