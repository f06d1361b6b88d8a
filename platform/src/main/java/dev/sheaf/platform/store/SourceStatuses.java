package dev.sheaf.platform.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.SourceStatus.State;

/** How sources are doing. Safe for use by many threads. */
final class SourceStatuses {

    private final Path dataDir;
    private final InstantSource clock;

    SourceStatuses(Path dataDir, InstantSource clock) {
        this.dataDir = dataDir;
        this.clock = clock;
    }

    SourceStatus of(SqlConnection sql, SourceTable.Numbered source) throws SQLException {
        long[] counts = sql.one("select live, deleted from source_count where source = ?",
                row -> new long[]{row.getLong(1), row.getLong(2)}, source.number()).orElse(new long[2]);
        Ledger.@Nullable EndedRun last = Ledger.lastEnded(sql, source.number()).orElse(null);
        @Nullable
        RunProgress underWay = Ledger.underWay(sql, source.number()).orElse(null);
        boolean held = SourceLease.isHeld(dataDir, source.source().id());
        HarvestOutcome outcome = last == null ? null : last.outcome();
        Instant ended = last == null ? null : last.ended();
        if (underWay != null && !held) {
            // Its process is gone and nobody has begun another since.
            outcome = Jobs.died(underWay);
            ended = underWay.told();
        }
        State state = held ? active(underWay) : resting(sql, source.number(), outcome);
        WholeRuns.Age age = WholeRuns.age(sql, source.number());
        boolean stale = age.isStale(source.source().settings().latency(), clock.instant());
        return new SourceStatus(source.source(), counts[0], counts[1], state, ended, outcome, age.asOf(), stale);
    }

    private State active(@Nullable RunProgress underWay) {
        Instant waiting = underWay == null ? null : underWay.waitingUntil();
        return waiting != null && waiting.isAfter(clock.instant()) ? State.WAITING : State.RUNNING;
    }

    private static State resting(SqlConnection sql, int source, @Nullable HarvestOutcome last) throws SQLException {
        if (sql.one("select 1 from source_control where source = ? and paused > 0", _ -> true, source).orElse(false)) {
            return State.PAUSED;
        }
        if (HeldDeletions.count(sql, source) > 0) {
            return State.HELD;
        }
        return last != null && !last.isComplete() ? State.FAILING : State.IDLE;
    }
}
