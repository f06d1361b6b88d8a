package dev.sheaf.platform.sync.plan;

import java.util.List;

import dev.sheaf.platform.schedule.HarvestSchedule;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunReport;

/** Runs in the ledger that failed, or whose process died, for the schedule to learn from. Belongs to one thread at a time. */
final class FormerRuns {

    /** Failures in a row that count after a restart: by then a source is asked once a week. */
    private static final int MOST_FAILURES = 12;

    private final HubStore store;

    FormerRuns(HubStore store) {
        this.store = store;
    }

    /**
     * A source that has failed before the hub was started again is not asked more often for that. One whose harvest was cut off, because the hub
     * or a command died, is gone on with.
     */
    void remember(HarvestSchedule known, String id, long now) {
        List<RunReport> runs = store.runs().last(id, MOST_FAILURES);
        boolean isCutOff = isCutOff(id);
        List<RunReport> failed = runs.stream().takeWhile(run -> run.kind() == RunReport.Kind.FILL)
                .takeWhile(run -> run.outcome() == null ? isCutOff : !run.outcome().isComplete()).toList();
        for (RunReport run : failed.reversed()) {
            if (run.outcome() == null || run.crashed()) {
                cutOff(known, id, run, now);
            } else {
                known.failed(id, run.started().getEpochSecond(), null);
            }
        }
    }

    /** True when the last run has not ended and nobody carries it out any more. */
    boolean isCutOff(String id) {
        // Asked on both sides of the reading: what ends or begins meanwhile was not cut off.
        if (store.leases().isHeld(id)) {
            return false;
        }
        List<RunReport> runs = store.runs().last(id, 1);
        return !runs.isEmpty() && runs.getFirst().outcome() == null && !store.leases().isHeld(id);
    }

    /** Reports a run that was cut off to the schedule. */
    static void cutOff(HarvestSchedule known, String id, RunReport run, long now) {
        long started = run.started().getEpochSecond();
        long died = Math.clamp(run.progress().told().getEpochSecond(), started, Math.max(started, now));
        known.cutOff(id, died, died - started);
    }
}
