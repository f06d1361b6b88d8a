package dev.sheaf.core.store;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;

/**
 * The destination of a harvest: a store, or a file.
 *
 * <p>Thread-safe; batches of one source must come one after another. Failures come as {@link StoreException} and leave nothing half
 * written. No method has a default: a sink around another one that forgot to pass a question on would answer it wrongly.
 */
public interface RecordSink {

    /** Returns the checkpoint of a list; empty when its harvest was never begun, or when this sink does not remember. */
    Optional<Checkpoint> checkpoint(String source, Selection asked);

    /**
     * Notes that a run of a source begins.
     *
     * @return the run's number
     */
    long begin(String source, Instant at);

    /** Keeps what a source says of itself; parts that are null stay as they were. */
    void describe(String source, SourceDescription description);

    /**
     * Saves a page: its records, what it quarantined, and the checkpoint, together or not at all. When it returns, they are durable.
     *
     * @return what became of the records of the parts that are not derived, and of the quarantined ones
     */
    Counts save(Batch batch);

    /**
     * Returns the indexes of the records of a part that differ from the stored copies. The harvester learns from them how late a server
     * publishes records. A sink that does not remember returns none. The answer may be outdated as soon as it is given;
     * {@link #save} decides again.
     */
    List<Integer> differing(String source, Batch.Part part);

    /**
     * Returns the datestamps of the records of a source that are kept here in a format as the source delivered it, by identifier, deleted ones
     * included; identifiers of no such record are left out. A datestamp is the one with which the record last changed. None from a sink
     * that does not remember.
     */
    Map<String, Datestamp> known(String source, MetadataPrefix prefix, Collection<String> identifiers);

    /** Returns the profile of a source's server; {@link ServerProfile#UNKNOWN} from a sink that does not remember. */
    ServerProfile profile(String source);

    /** Stores the learnt traits of a source's server. The stored {@link ServerProfile#pinned() pinned} traits stay as they are. */
    void keepProfile(String source, ServerProfile profile);

    /** Notes how a run ended. */
    void end(long run, HarvestOutcome outcome, Instant at);
}
