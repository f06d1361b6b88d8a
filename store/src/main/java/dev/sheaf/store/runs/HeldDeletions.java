package dev.sheaf.store.runs;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Counts;

/**
 * Results of censuses, and the deletions that wait for approval. The caller that approves or rejects holds the
 * {@link dev.sheaf.store.sources.SourceLease} of the source.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown source; methods that
 * change it throw. Times are kept to the second.
 */
public interface HeldDeletions {

    /** A deletion that is held. */
    record Held(MetadataPrefix prefix, String identifier, long run) {}

    /** Returns the number of pending deletions of a source. */
    long count(String source);

    /** Returns the number of pending deletions of a source that one run told of last. */
    long count(String source, long run);

    /** Returns some pending deletions of a source, in no special order. */
    List<Held> list(String source, int limit);

    /** Returns the last census of each format of a source, by prefix. */
    List<CensusReport> censuses(String source);

    /** Notes that a source has delivered records, live or withdrawn: their pending deletions are forgotten. */
    void saw(String source, MetadataPrefix prefix, Collection<String> identifiers);

    /**
     * Holds deletions that a source tells of.
     *
     * @return those of the identifiers that there is a live record of, in this format, to be deleted
     */
    Set<String> hold(String source, MetadataPrefix prefix, long run, Collection<String> identifiers);

    /** Keeps the result of a census, in place of the last one of its format. */
    void note(String source, CensusReport report);

    /**
     * Carries out the pending deletions. Records that the source has delivered again or withdrawn since are skipped. Each portion is
     * withdrawn and forgotten in one transaction, so a process that was killed may begin again.
     *
     * @param run number of the run, under which the deletions are counted; when it goes on after its process was killed, what it
     *         withdrew before counts, too
     * @param stopped asked after each portion; true ends it early, and the others stay pending
     * @return how many were withdrawn, as {@code deleted}, and how many had changed since, as {@code same}
     */
    Counts approve(String source, long run, Instant at, BooleanSupplier stopped);

    /**
     * Forgets the deletions that are held: the records stay until a census misses them again.
     *
     * @return how many were held
     */
    long reject(String source);
}
