package dev.sheaf.platform.sync.plan;

import java.util.List;

import dev.sheaf.schedule.HarvestSchedule;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunReport;

/** Earlier runs that failed or whose process ended, as information for the schedule. Used by one thread at a time. */
final class FormerRuns {

    /** Largest number of successive failures that count after a restart. After so many, a source is tried once a week. */
    private static final int MOST_FAILURES = 12;

    private final HubStore store;

    FormerRuns(HubStore store) {
        this.store = store;
    }

    /**
     * Reports the last runs of a source. A source that failed before a restart of the hub is not tried more often after it. A harvest that
     * was interrupted by the end of its process is continued.
     */
    void remember(HarvestSchedule known, String id, long now) {
        List<RunReport> runs = store.runs().last(id, MOST_FAILURES);
        boolean isCutOff = isCutOff(id);
        List<RunReport> failed = runs.stream().takeWhile(run -> run.kind() == RunReport.Kind.FILL)
                .takeWhile(run -> run.outcome() == null ? isCutOff : !run.outcome().atEnd()).toList();
        for (RunReport run : failed.reversed()) {
            if (run.outcome() == null || run.crashed()) {
                cutOff(known, id, run, now);
            } else {
                known.failed(id, run.started().getEpochSecond(), null);
            }
        }
    }

    /** Returns true if the last run has not ended, but its process has. */
    boolean isCutOff(String id) {
        // Checked before and after reading, because a run that ends or begins in between was not interrupted.
        if (store.leases().isHeld(id)) {
            return false;
        }
        List<RunReport> runs = store.runs().last(id, 1);
        return !runs.isEmpty() && runs.getFirst().outcome() == null && !store.leases().isHeld(id);
    }

    /** Reports an interrupted run to the schedule. */
    static void cutOff(HarvestSchedule known, String id, RunReport run, long now) {
        long started = run.started().getEpochSecond();
        long died = Math.clamp(run.progress().told().getEpochSecond(), started, Math.max(started, now));
        known.cutOff(id, died, died - started);
    }
}
