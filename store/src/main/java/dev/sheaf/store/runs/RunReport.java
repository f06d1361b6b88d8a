package dev.sheaf.store.runs;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.HarvestOutcome;

/**
 * A run as stored.
 *
 * @param number of the run
 * @param kind what it was
 * @param started its beginning
 * @param ended its end; null while it goes on
 * @param outcome how it ended; null while it goes on
 * @param crashed true when the process of the run ended before the run did; of a run whose {@code outcome} is null
 *     its lease tells
 * @param progress numbers so far; of a run that has ended, its last ones
 */
public record RunReport(long number, Kind kind, Instant started, @Nullable Instant ended, @Nullable HarvestOutcome outcome,
        boolean crashed, RunProgress progress) {

    /** Kind of a run. */
    public enum Kind {
        /** Fills a source: a harvest or an import. */
        FILL,
        /** Carries out deletions that were held. */
        APPROVAL,
        /** Undoes the run before. */
        ROLLBACK,
        /** Reads again what is in quarantine. */
        REPLAY;

        /** As stored and shown. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
