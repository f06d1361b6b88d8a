package dev.sheaf.platform.sync.operate;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.sync.derive.DerivedFormats;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.QuarantineEntry;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.RunUpdate;
import dev.sheaf.store.sources.SourceLease;

/**
 * Corrections that an operator makes to the records of a source by hand: decisions on held deletions, undoing the last run, reading the
 * entries of the quarantine again. Each stands in the ledger as a run of its own. Thread-safe.
 */
public final class SourceCorrection {

    private final HubStore store;
    private final InstantSource clock;

    /** @param clock for the ledger and for the headers of what is withdrawn */
    public SourceCorrection(HubStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Watches something that takes its time. */
    @FunctionalInterface
    public interface Watch {

        /** Does not look. */
        Watch NONE = (_, _) -> {};

        /**
         * It has come so far.
         *
         * @param records that are done
         * @param all that are to be done, as far as that is known; -1 when it is not
         */
        void at(long records, long all);
    }

    /** Something done with the lease on a source. */
    private interface Work {
        Counts run(long run);
    }

    /**
     * Withdraws the records whose deletion is held, until the run is cancelled.
     *
     * @return how many were withdrawn, as {@code deleted}, and how many had come again since, as {@code same}; empty when somebody is
     *     filling the source
     */
    public Optional<Counts> approve(String source) {
        return run(source, RunReport.Kind.APPROVAL,
                run -> store.heldDeletions().approve(source, run, clock.instant(),
                        () -> store.control().isCancelled(source, run)));
    }

    /**
     * Keeps the records whose deletion is held.
     *
     * @return how many; empty when somebody is filling the source
     */
    public Optional<Long> reject(String source) {
        Optional<SourceLease> lease = store.leases().tryTake(source);
        if (lease.isEmpty()) {
            return Optional.empty();
        }
        try (SourceLease _ = lease.get()) {
            return Optional.of(store.heldDeletions().reject(source));
        }
    }

    /**
     * Undoes the last run, until that is cancelled. Called again, it continues. The ledger has its progress.
     *
     * @return restored records as {@code created} (deleted before) and {@code changed}, removed ones as {@code deleted}; empty when somebody
     *     is filling the source
     */
    public Optional<Counts> rollback(String source, Watch watch) {
        return run(source, RunReport.Kind.ROLLBACK, run -> {
            Undoing undoing = new Undoing(store, clock, source, run, watch);
            return store.rollback().undo(source, clock.instant(), undoing::at,
                    () -> store.control().isCancelled(source, run));
        });
    }

    /**
     * Reads what is in quarantine again, and stores what can be read now. Nothing stands in the ledger when none of it can.
     *
     * @param keys of the things in quarantine
     * @return the result for each; empty when somebody is filling the source
     */
    public Optional<List<ReplayResult>> replay(Source source, List<String> keys) {
        List<ReplayResult> results = new ArrayList<>();
        // Read twice rather than kept: a thing in quarantine may have a megabyte.
        List<String> readable = new ArrayList<>();
        for (String key : keys) {
            Optional<Replay> replay = replayOf(source, key);
            if (replay.isEmpty()) {
                results.add(new ReplayResult(key, null, ReplayResult.Outcome.UNKNOWN,
                        "there is nothing of this name in quarantine"));
            } else if (replay.get().isReadable()) {
                readable.add(key);
            } else {
                results.add(replay.get().unreadable());
            }
        }
        if (readable.isEmpty()) {
            return Optional.of(results);
        }
        return run(source.id(), RunReport.Kind.REPLAY, run -> {
            for (String key : readable) {
                if (store.control().isCancelled(source.id(), run)) {
                    results.add(
                            new ReplayResult(key, null, ReplayResult.Outcome.UNREADABLE, "cancelled; it stays in quarantine"));
                } else {
                    replayOf(source, key).ifPresent(replay -> results.add(replay.store(run)));
                }
            }
            long stored = results.stream().filter(result -> result.outcome() == ReplayResult.Outcome.STORED).count();
            return new Counts(stored, 0, readable.size() - stored, 0, 0);
        }).map(_ -> results);
    }

    private Optional<Replay> replayOf(Source source, String key) {
        Optional<QuarantineEntry> entry = store.repairs().quarantine(source.id(), key);
        return entry.flatMap(known -> store.repairs().raw(source.id(), key).map(raw -> new Replay(store, source, known, raw)));
    }

    private Optional<Counts> run(String source, RunReport.Kind kind, Work work) {
        Optional<SourceLease> lease = store.leases().tryTake(source);
        if (lease.isEmpty()) {
            return Optional.empty();
        }
        try (SourceLease _ = lease.get()) {
            Instant start = clock.instant();
            long run = store.runs().begin(source, kind, start);
            Counts counts = work.run(run);
            // Derived records follow the records that they are made from.
            Optional<String> cancelled = store.control().isCancelled(source, run) ? left(source, kind) : Optional.empty();
            if (cancelled.isEmpty()) {
                new DerivedFormats(store, () -> store.control().isCancelled(source, run)).catchUp(source, _ -> {});
            }
            Instant end = clock.instant();
            RunProgress progress = RunProgress.start(end);
            store.runs().tell(run, RunUpdate.of(progress.with(counts)));
            store.end(run, cancelled.map(left -> HarvestOutcome.partial(left, counts, 0))
                    .orElseGet(() -> HarvestOutcome.of(true, true, 0, "", counts, 0)), end);
            return Optional.of(counts);
        }
    }

    /** Describes the work that a cancelled run has left; empty when it had finished before. */
    private Optional<String> left(String source, RunReport.Kind kind) {
        return switch (kind) {
            case APPROVAL -> Optional.of("cancelled; the other deletions are still held");
            case ROLLBACK -> store.rollback().undoable(source)
                    .map(undone -> "cancelled; the rest of run " + undone + " is not undone yet");
            case REPLAY -> Optional.of("cancelled; the rest stays in quarantine");
            case FILL -> Optional.empty();
        };
    }
}
