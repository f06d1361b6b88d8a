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
 * What a harvest fills: a store, or a file.
 *
 * <p>Thread-safe; batches of one source must come one after another. Failures come as {@link StoreException} and leave nothing half
 * written. No method has a default: a sink around another one that forgot to pass a question on would answer it wrongly without a word.
 */
public interface RecordSink {

    /** Where the harvest of a list stands; empty when it was never begun (or this sink does not remember). */
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
     * Which records of a part differ from what is kept here, by index: to learn how late a server shows them. None from a sink that does
     * not remember. The answer may be outdated as soon as it is given; {@link #save} decides again.
     */
    List<Integer> differing(String source, Batch.Part part);

    /**
     * Returns the datestamps of the records of a source that are kept here in a format as the source delivered it, by identifier, deleted ones
     * included; identifiers of no such record are left out. A datestamp is the one with which the record last changed. None from a sink
     * that does not remember.
     */
    Map<String, Datestamp> known(String source, MetadataPrefix prefix, Collection<String> identifiers);

    /** What is known of a source's server; {@link ServerProfile#UNKNOWN} from a sink that does not remember. */
    ServerProfile profile(String source);

    /** Keeps what was learnt of a source's server; what is {@link ServerProfile#pinned() pinned} stays as it is kept here. */
    void keepProfile(String source, ServerProfile profile);

    /** Notes how a run ended. */
    void end(long run, HarvestOutcome outcome, Instant at);
}
