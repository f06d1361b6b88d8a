package dev.sheaf.core.store;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A source and its state.
 *
 * @param source the source as registered
 * @param records live items; an item in several formats counts once
 * @param deleted items known to be withdrawn
 * @param state present activity
 * @param lastRun end of the last run that has ended; null when none has
 * @param lastOutcome how it ended; null when none has
 * @param asOf beginning of the last complete run over the whole source that was not undone; the stored records are those of the origin at
 * this time; null if there was none
 * @param stale true if the stored records may be out of date: there was no such run, a later run failed or was undone, or the run is longer
 * ago than the source's latency allows
 * @param filling true while a run fills the source. A source that waits for a paused host has no run
 */
public record SourceStatus(Source source, long records, long deleted, State state, @Nullable Instant lastRun,
        @Nullable HarvestOutcome lastOutcome, @Nullable Instant asOf, boolean stale, boolean filling) {

    /** The present activity of a source. */
    public enum State {
        /** Idle, without a problem. */
        IDLE,
        /** Being harvested. */
        RUNNING,
        /** Waiting for its turn, for the server, or for a paused host. */
        WAITING,
        /** Paused by its operator. */
        PAUSED,
        /** Deletions are held for approval. */
        HELD,
        /** Its last run did not succeed. */
        FAILING
    }
}
