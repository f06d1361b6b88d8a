package dev.sheaf.store.runs;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Counts;

/**
 * Results of censuses, and deletions that wait for approval. A caller that approves or rejects them holds the {@link
 * dev.sheaf.store.sources.SourceLease} of the source.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown source; methods that
 * change it throw. Times are kept to the second.
 */
public interface HeldDeletions {

    /** A deletion that waits for approval. */
    record Held(MetadataPrefix prefix, String identifier, long run) {}

    /** Returns the number of pending deletions of a source. */
    long count(String source);

    /** Returns the number of pending deletions of a source that this run found last. */
    long count(String source, long run);

    /** Returns some pending deletions of a source, in no special order. */
    List<Held> list(String source, int limit);

    /** Returns those of some identifiers whose deletions are pending. */
    Set<String> pending(String source, MetadataPrefix prefix, Collection<String> identifiers);

    /** Returns the last census of each format of a source, by prefix. */
    List<CensusReport> censuses(String source);

    /** Notes that a source has delivered records, live or deleted; their pending deletions are dropped. */
    void saw(String source, MetadataPrefix prefix, Collection<String> identifiers);

    /**
     * Holds deletions that a source reports.
     *
     * @return those of the identifiers that have a live record in this format
     */
    Set<String> hold(String source, MetadataPrefix prefix, long run, Collection<String> identifiers);

    /** Stores the result of a census in place of the last one of its format. */
    void note(String source, CensusReport report);

    /**
     * Carries out the pending deletions. Records that the source has delivered again or withdrawn since are skipped. One transaction
     * withdraws each portion and drops its pending deletions, so the approval can be repeated after a crash.
     *
     * @param run number of the run under which the deletions are counted; if the run continues after a crash, its earlier deletions count
     * too
     * @param at time of the deletions
     * @param stopped polled after each portion; true ends the call early, and the remaining deletions stay pending
     * @return number of withdrawn records, as {@code deleted}, and of records that had changed since, as {@code same}
     */
    Counts approve(String source, long run, Instant at, BooleanSupplier stopped);

    /**
     * Drops the pending deletions; the records stay until a census misses them again.
     *
     * @return number of dropped deletions
     */
    long reject(String source);
}
