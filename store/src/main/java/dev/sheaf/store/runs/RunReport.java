package dev.sheaf.store.runs;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.HarvestOutcome;

/**
 * A run as the ledger tells it.
 *
 * @param number of the run
 * @param kind what it was
 * @param started its beginning
 * @param ended its end; null while it goes on
 * @param outcome how it ended; null while it goes on
 * @param progress how far it has come; null for runs of which no more is kept
 */
public record RunReport(long number, Kind kind, Instant started, @Nullable Instant ended, @Nullable HarvestOutcome outcome,
        @Nullable RunProgress progress) {

    /** Reason stated for a run whose process ended before the run did. */
    public static final String DIED = "the process ended before the run did; the next harvest goes on where this one was";

    /** True when it stands in the ledger that the process of the run died; of one whose {@code outcome} is null its lease tells. */
    public boolean isCutOff() {
        return outcome != null && outcome.reason().equals(DIED);
    }

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
