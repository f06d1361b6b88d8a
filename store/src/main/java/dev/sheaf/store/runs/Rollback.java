package dev.sheaf.store.runs;

import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

import dev.sheaf.core.store.Counts;

/**
 * Undoes the last run of a source. Records that it created vanish (served lists show them as deleted now). Records that it changed
 * or withdrew get their former version back. The next harvest begins where that run began. The caller holds the
 * {@link dev.sheaf.store.sources.SourceLease} of the source.
 *
 * <p>Checkpoints go back first: the next harvest brings what an interrupted roll-back has left out, and a roll-back that is begun
 * again continues.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}.
 */
public interface Rollback {

    /** Returns the number of the run of a source that can be undone; empty when there is none, or it was undone already. */
    Optional<Long> undoable(String source);

    /**
     * Undoes the last run of a source.
     *
     * @param at when
     * @param done told after each portion how many records have been gone through
     * @param stopped asked between portions; true ends it early, and the run can still be undone
     * @return what came back as {@code created} (deleted before) and {@code changed}, what vanished as {@code deleted}
     */
    Counts undo(String source, Instant at, LongConsumer done, BooleanSupplier stopped);
}
