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
 * <p>Thread-safe, but batches of one source must be saved one after another. Failures are reported as {@link StoreException} and leave
 * nothing half written. No method has a default implementation, because a wrapper that forgets to pass a call on would answer wrongly.
 */
public interface RecordSink {

    /** Returns the checkpoint of a list; empty if its harvest never began, or if this sink keeps no checkpoints. */
    Optional<Checkpoint> checkpoint(String source, Selection asked);

    /**
     * Notes that a run of a source begins.
     *
     * @return the run's number
     */
    long begin(String source, Instant at);

    /** Stores the description that a source gives of itself. Parts that are null leave the stored ones unchanged. */
    void describe(String source, SourceDescription description);

    /**
     * Saves a page: its records, its quarantined input and the checkpoint, together or not at all. They are durable when the call returns.
     *
     * @return outcomes of the records of the parts, except derived ones, and of the quarantined input
     */
    Counts save(Batch batch);

    /**
     * Returns the indexes of the records of a part that differ from the stored copies. The harvester learns from them how late a server
     * publishes records. A sink that cannot read returns none. The answer may be outdated as soon as it is given; {@link #save} decides
     * again.
     */
    List<Integer> differing(String source, Batch.Part part);

    /**
     * Returns the datestamps of stored records of a source, by identifier. Only records that the source delivered in this format are
     * included, also deleted ones; other identifiers are left out. The datestamp is that of the last change of the record. A sink that
     * cannot read returns an empty map.
     */
    Map<String, Datestamp> known(String source, MetadataPrefix prefix, Collection<String> identifiers);

    /**
     * Returns the number of single records that the sink itself has requested in this run, to find out what a list means. They count against
     * the bound on such requests. May be called from any thread.
     */
    default int singleRequests() {
        return 0;
    }

    /** Returns the profile of a source's server; {@link ServerProfile#UNKNOWN} from a sink that keeps no profiles. */
    ServerProfile profile(String source);

    /** Stores the learnt traits of a source's server. The stored {@link ServerProfile#pinned() pinned} traits stay as they are. */
    void keepProfile(String source, ServerProfile profile);

    /** Notes the outcome of a run. */
    void end(long run, HarvestOutcome outcome, Instant at);

    /**
     * Notes the outcome of a run that ended because requests to the host or the base URL are paused. Nothing was learnt about the source from
     * the request that was not sent.
     */
    default void endPaused(long run, HarvestOutcome outcome, Instant at) {
        end(run, outcome, at);
    }
}
