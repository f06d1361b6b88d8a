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
import dev.sheaf.store.runs.InferredRun;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.RunUpdate;
import dev.sheaf.store.sources.SourceLease;

/**
 * Corrections of a source's records by an operator: decisions on held deletions, undoing the last run, reading entries of the quarantine
 * again. Each is recorded as a run. Thread-safe.
 */
public final class SourceCorrection {

    private final HubStore store;
    private final InstantSource clock;

    /** @param clock time of the runs and of the headers of withdrawn records */
    public SourceCorrection(HubStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Listener to the progress of long work. */
    @FunctionalInterface
    public interface Watch {

        /** Listener that ignores the progress. */
        Watch NONE = (_, _) -> {};

        /**
         * Reports progress.
         *
         * @param records number of processed records
         * @param all number of all records to process; -1 if it is unknown
         */
        void at(long records, long all);
    }

    /** Work that needs the lease on a source. */
    private interface Work {
        Counts run(long run);
    }

    /**
     * Withdraws the records whose deletions are held, until the run is cancelled.
     *
     * @return number of withdrawn records as {@code deleted}, and number of those listed again in the meantime as {@code same}; empty if a
     *     run of the source is under way
     */
    public Optional<Counts> approve(String source) {
        return run(source, RunReport.Kind.APPROVAL,
                run -> store.heldDeletions().approve(source, run, clock.instant(),
                        () -> store.control().isCancelled(source, run)));
    }

    /**
     * Keeps the records whose deletions are held.
     *
     * @return number of records; empty if a run of the source is under way
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
     * Undoes the last run, until that is cancelled. Another call continues. The run reports its progress.
     *
     * @return restored records as {@code created} (deleted before) and {@code changed}, removed ones as {@code deleted}; empty if a run of
     *     the source is under way
     */
    public Optional<Counts> rollback(String source, Watch watch) {
        return run(source, RunReport.Kind.ROLLBACK, run -> {
            Undoing undoing = new Undoing(store, clock, source, run, watch);
            return store.rollback().undo(source, clock.instant(), undoing::at,
                    () -> store.control().isCancelled(source, run));
        });
    }

    /**
     * Undoes the inferred deletions of a run, until that is cancelled. Another call continues.
     *
     * @return restored records as {@code created}; empty if a run of the source is under way
     */
    public Optional<Counts> undoInferred(String source, long inferring, Watch watch) {
        long all = store.rollback().inferred(source).stream().filter(one -> one.run() == inferring)
                .mapToLong(InferredRun::records).sum();
        return run(source, RunReport.Kind.ROLLBACK, run -> store.rollback().undoInferred(source, inferring, clock.instant(),
                done -> watch.at(done, all), () -> store.control().isCancelled(source, run)));
    }

    /**
     * Reads entries of the quarantine again, and stores those that are readable now. If none is readable, no run is recorded.
     *
     * @param keys keys of the entries
     * @return the result for each entry; empty if a run of the source is under way
     */
    public Optional<List<ReplayResult>> replay(Source source, List<String> keys) {
        List<ReplayResult> results = new ArrayList<>();
        // Read twice and not kept in memory, because an entry may have a megabyte.
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

    /** Describes the work that a cancelled run has left; empty if it had finished before. */
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
