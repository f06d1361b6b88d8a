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
 * @param lastRunStarted its beginning; null when none has ended
 */
public record SourceStatus(Source source, long records, long deleted, State state, @Nullable Instant lastRun,
        @Nullable HarvestOutcome lastOutcome, @Nullable Instant lastRunStarted) {

    /** What a source is doing. */
    public enum State {
        /** Nothing, and nothing is wrong. */
        IDLE,
        /** Being harvested. */
        RUNNING,
        /** Waiting for its turn or for the server. */
        WAITING,
        /** Paused by its operator. */
        PAUSED,
        /** Deletions are held for approval. */
        HELD,
        /** Its last run did not succeed. */
        FAILING
    }
}
