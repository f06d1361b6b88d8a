package dev.sheaf.store.runs;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Counts;

/**
 * Roll-back of the last run of a source. Records that the run created are deleted. Records that it changed or withdrew get their former
 * version again. The next harvest begins where that run began. The caller holds the {@link dev.sheaf.store.sources.SourceLease} of the
 * source.
 *
 * <p>Checkpoints are reset first. So if the roll-back is interrupted, the next harvest fetches the remaining records, and a repeated
 * roll-back continues.
 *
 * <p>Inferred deletions of any run can be undone for six months: {@link #undoInferred}.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}.
 */
public interface Rollback {

    /** Returns the number of the run of a source that can be undone; empty if there is none, or if it was undone already. */
    Optional<Long> undoable(String source);

    /**
     * Undoes the last run of a source.
     *
     * @param at time of the changes
     * @param done receives the number of processed records after each portion
     * @param stopped polled between portions; true ends the call early, and the run can still be undone
     * @return number of records restored, as {@code created} (deleted before) and {@code changed}, and of deleted records, as {@code
     * deleted}
     */
    Counts undo(String source, Instant at, LongConsumer done, BooleanSupplier stopped);

    /** Returns the runs of a source whose inferred deletions can be undone, latest first: deletions of the last six months. */
    List<InferredRun> inferred(String source);

    /**
     * Undoes the inferred deletions of a run, which need not be the last one. A record that has come back in the meantime stays as it is. The
     * restored records get a new datestamp. The caller holds the lease of the source.
     *
     * @param at time of the changes
     * @param done receives the number of processed records after each portion
     * @param stopped polled between portions; true ends the call early, and the rest can still be undone
     * @return number of records restored, as {@code created}
     */
    Counts undoInferred(String source, long run, Instant at, LongConsumer done, BooleanSupplier stopped);

    /**
     * Returns what the last run of a source has withdrawn, and the runs right before it whose process ended before them: of records that are
     * deleted now, the live versions from before the run, as the source delivered them.
     *
     * @param run number of the last run; of another one nothing is known
     * @param identifiers of the wanted records, at most some thousands
     */
    List<OaiRecord> withdrawn(String source, long run, MetadataPrefix prefix, Collection<String> identifiers);
}
