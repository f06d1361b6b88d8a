package dev.sheaf.store.runs;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.HarvestOutcome;

/**
 * A run as stored.
 *
 * @param number of the run
 * @param kind kind of run
 * @param started its beginning
 * @param ended its end; null while it is under way
 * @param outcome how it ended; null while it is under way
 * @param crashed true if the process ended before the run did; while {@code outcome} is null, only the lease tells whether the process is
 * alive
 * @param progress present or last progress
 */
public record RunReport(long number, Kind kind, Instant started, @Nullable Instant ended, @Nullable HarvestOutcome outcome,
        boolean crashed, RunProgress progress) {

    /** Kind of a run. */
    public enum Kind {
        /** Fills a source: a harvest or an import. */
        FILL,
        /** Carries out pending deletions. */
        APPROVAL,
        /** Undoes the previous run. */
        ROLLBACK,
        /** Reads quarantined records again. */
        REPLAY;

        /** Returns the name in stores and in reports. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
