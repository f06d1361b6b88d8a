package dev.sheaf.core.store;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A source and how it is doing.
 *
 * @param source what was registered
 * @param records live items, counted once however many formats they have
 * @param deleted items known to be withdrawn
 * @param state one of the words of {@link State}
 * @param lastRun end of the last run that has ended; null when none has
 * @param lastOutcome how it ended; null when none has
 * @param asOf beginning of the last run that brought the whole of the source, ended complete and was not undone: what is stored is what
 *     the origin showed then; null when there was none
 * @param stale true when the origin may show more than is stored: there was no such run, a later one failed or was undone, or it is longer
 *     ago than the source's latency allows
 * @param filling true while a run fills the source; one that waits for a host which is not asked for now has no run
 */
public record SourceStatus(Source source, long records, long deleted, State state, @Nullable Instant lastRun,
        @Nullable HarvestOutcome lastOutcome, @Nullable Instant asOf, boolean stale, boolean filling) {

    /** The present activity of a source. */
    public enum State {
        /** Nothing, and nothing is wrong. */
        IDLE,
        /** Being harvested. */
        RUNNING,
        /** Waiting for its turn, for the server, or for a host that is not asked for now. */
        WAITING,
        /** Paused by its operator. */
        PAUSED,
        /** Deletions are held for approval. */
        HELD,
        /** Its last run did not succeed. */
        FAILING
    }
}
