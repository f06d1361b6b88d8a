package dev.sheaf.store.sql.hub;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.SourceStatus.State;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.runs.RunTable;
import dev.sheaf.store.sql.runs.WholeRuns;
import dev.sheaf.store.sql.saving.SqlHeldDeletions;
import dev.sheaf.store.sql.sources.AccessTable;
import dev.sheaf.store.sql.sources.LockedSourceLease;
import dev.sheaf.store.sql.sources.SourceTable;
import dev.sheaf.store.sql.sources.SqlHostBackOffs;
import dev.sheaf.store.sql.sources.SqlSchedules;

/** Reader of the status of sources. Safe for use by many threads. */
final class SourceStatuses {

    private static final Logger LOG = LoggerFactory.getLogger(SourceStatuses.class);

    /** Sources whose damage has been logged. */
    private final Set<String> reported = ConcurrentHashMap.newKeySet();
    private final Path dataDir;
    private final InstantSource clock;

    SourceStatuses(Path dataDir, InstantSource clock) {
        this.dataDir = dataDir;
        this.clock = clock;
    }

    /**
     * Returns the status of a source. A source that is damaged in the store is failing, with the damage as reason, so that one damaged row
     * does not hide the other sources.
     *
     * @return empty if it is not registered
     */
    Optional<SourceStatus> find(SqlConnection sql, AccessTable access, String id) throws SQLException {
        Source known = null;
        try {
            Optional<SourceTable.Numbered> source = SourceTable.find(sql, id);
            if (source.isEmpty()) {
                return Optional.empty();
            }
            known = source.get().source();
            return Optional.of(of(sql, access.complete(sql, source.get())));
        } catch (RuntimeException damage) {
            if (reported.add(id)) {
                LOG.error("the stored data of a source is damaged: source={} reason=\"{}\"", id, damage.toString());
            }
            HarvestOutcome outcome = HarvestOutcome.failed("the stored data of this source is damaged ("
                    + damage.getMessage() + "); restore it from a backup, or remove the source and register it again");
            return Optional
                    .of(new SourceStatus(known == null ? Source.imported(id, null) : known, 0, 0, State.FAILING, null, outcome,
                            null, true, false));
        }
    }

    private SourceStatus of(SqlConnection sql, SourceTable.Numbered source) throws SQLException {
        long[] counts = sql.one("select live, deleted from source_count where source = ?",
                row -> new long[]{row.getLong(1), row.getLong(2)}, source.number()).orElse(new long[2]);
        RunTable.@Nullable EndedRun last = RunTable.lastEnded(sql, source.number()).orElse(null);
        @Nullable
        RunProgress underWay = RunTable.underWay(sql, source.number()).orElse(null);
        boolean held = LockedSourceLease.isHeld(dataDir, source.source().id());
        HarvestOutcome outcome = last == null ? null : last.outcome();
        Instant ended = last == null ? null : last.ended();
        if (underWay != null && !held) {
            // The run's process has died, and no other run has begun since.
            outcome = RunTable.died(underWay, RunTable.lastKind(sql, source.number()));
            ended = underWay.told();
        }
        State state = held ? active(underWay) : resting(sql, source.number(), outcome);
        String trouble = SqlSchedules.trouble(sql, source.number()).orElse(null);
        if (state == State.IDLE && trouble != null) {
            state = State.FAILING;
            outcome = HarvestOutcome.failed(trouble);
        }
        if (state == State.IDLE || state == State.FAILING && trouble == null) {
            boolean isIdle = state == State.IDLE;
            // A repository that asks for a pause has not failed. A host that fails may be paused too, and its sources stay failing.
            if (SqlHostBackOffs.find(sql, source.number(), clock.instant()).filter(one -> isIdle || one.asked()).isPresent()) {
                state = State.WAITING;
            }
        }
        WholeRuns.Age age = WholeRuns.age(sql, source.number());
        boolean stale = age.isStale(source.source().settings().latency(), clock.instant());
        return new SourceStatus(source.source(), counts[0], counts[1], state, ended, outcome, age.asOf(), stale, held);
    }

    private State active(@Nullable RunProgress underWay) {
        Instant waiting = underWay == null ? null : underWay.waitingUntil();
        return waiting != null && waiting.isAfter(clock.instant()) ? State.WAITING : State.RUNNING;
    }

    private static State resting(SqlConnection sql, int source, @Nullable HarvestOutcome last) throws SQLException {
        if (sql.one("select 1 from source_control where source = ? and paused > 0", _ -> true, source).orElse(false)) {
            return State.PAUSED;
        }
        if (SqlHeldDeletions.count(sql, source) > 0) {
            return State.HELD;
        }
        return last != null && !last.isComplete() ? State.FAILING : State.IDLE;
    }
}
