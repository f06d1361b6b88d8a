package dev.sheaf.platform.sync;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.platform.store.RunProgress;
import dev.sheaf.platform.store.RunReport;
import dev.sheaf.platform.store.RunUpdate;
import dev.sheaf.platform.store.SourceLease;
import dev.sheaf.platform.store.SqliteRecordStore;

/**
 * What an operator does to the records of a source by hand: decides on held deletions, undoes the last run. Each stands in the ledger as a
 * run of its own. Thread-safe.
 */
public final class SourceCorrection {

    private final SqliteRecordStore store;
    private final InstantSource clock;

    /** @param clock for the ledger and for the headers of what is withdrawn */
    public SourceCorrection(SqliteRecordStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Something done with the lease on a source. */
    private interface Work {
        Counts run(long run);
    }

    /**
     * Withdraws the records whose deletion is held.
     *
     * @return how many were withdrawn, as {@code deleted}, and how many had come again since, as {@code same}; empty when somebody is
     *     filling the source
     */
    public Optional<Counts> approve(String source) {
        return run(source, RunReport.Kind.APPROVAL,
                run -> store.jobs().held().approve(source, run, clock.instant()));
    }

    /**
     * Keeps the records whose deletion is held.
     *
     * @return how many; empty when somebody is filling the source
     */
    public Optional<Long> reject(String source) {
        Optional<SourceLease> lease = SourceLease.tryTake(store.dataDir(), source);
        if (lease.isEmpty()) {
            return Optional.empty();
        }
        try (SourceLease _ = lease.get()) {
            return Optional.of(store.jobs().held().reject(source));
        }
    }

    /**
     * Undoes the last run.
     *
     * @return what came back as {@code created} (deleted before) and {@code changed}, what vanished as {@code deleted}; empty when somebody
     *     is filling the source
     */
    public Optional<Counts> rollback(String source) {
        return run(source, RunReport.Kind.ROLLBACK, _ -> store.jobs().rollback().undo(source, clock.instant()));
    }

    private Optional<Counts> run(String source, RunReport.Kind kind, Work work) {
        Optional<SourceLease> lease = SourceLease.tryTake(store.dataDir(), source);
        if (lease.isEmpty()) {
            return Optional.empty();
        }
        try (SourceLease _ = lease.get()) {
            Instant start = clock.instant();
            long run = store.jobs().begin(source, kind, start);
            Counts counts = work.run(run);
            // What Sheaf makes of the records follows them.
            new DerivedFormats(store, () -> false).catchUp(source, _ -> {});
            Instant end = clock.instant();
            RunProgress progress = RunProgress.start(end);
            store.jobs().runs().tell(run, RunUpdate.of(progress.with(counts)));
            store.end(run, new HarvestOutcome(Verdict.COMPLETE, "", counts, 0), end);
            return Optional.of(counts);
        }
    }
}
