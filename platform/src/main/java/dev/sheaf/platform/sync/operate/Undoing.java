package dev.sheaf.platform.sync.operate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

import dev.sheaf.core.store.Counts;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.RunUpdate;

/** Reporter of the progress of undoing a run, to a listener and at most once a second to the stored run. Used by one thread. */
final class Undoing {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final HubStore store;
    private final InstantSource clock;
    private final SourceCorrection.Watch watch;
    private final long run;
    private final String doing;
    private final long all;
    private final Instant begun;
    private Instant told;

    /** @param run number of the run that undoes another */
    Undoing(HubStore store, InstantSource clock, String source, long run, SourceCorrection.Watch watch) {
        this.store = store;
        this.clock = clock;
        this.watch = watch;
        this.run = run;
        long undone = store.rollback().undoable(source).orElse(-1L);
        this.doing = "undoing run " + undone;
        this.all = store.runs().run(source, undone).map(Undoing::records).orElse(-1L);
        this.begun = clock.instant();
        this.told = begun;
    }

    /**
     * Returns the number of records that a run changed; -1 for no run. A record that was changed twice counts twice, and records that a
     * census withdrew may be missing.
     */
    private static long records(RunReport report) {
        Counts counts = report.outcome() != null ? report.outcome().counts() : report.progress().counts();
        long records = counts.created() + counts.changed() + counts.deleted();
        return records == 0 ? -1 : records;
    }

    /** Reports the number of processed records. */
    void at(long records) {
        long total = all < 0 ? -1 : Math.max(all, records);
        watch.at(records, total);
        Instant now = clock.instant();
        if (Duration.between(told, now).abs().compareTo(INTERVAL) >= 0) {
            told = now;
            long millis = Math.max(1, Duration.between(begun, now).toMillis());
            store.runs().tell(run,
                    RunUpdate.of(new RunProgress(now, doing, null, null, 1, 1, 0, records, total < 0 ? null : total,
                            records * 1_000 / millis, Counts.ZERO, 0, 0, 0, 0, null)));
        }
    }
}
