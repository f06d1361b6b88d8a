package dev.sheaf.core.store;

import java.time.Instant;
import java.util.Collection;

import dev.sheaf.core.MetadataPrefix;

/**
 * Notes which records of a source are still there, to find those that have vanished: for sources that show their whole content but tell
 * nothing of deletions (local files; repositories that do not track them).
 *
 * <p>Belongs to one thread. Needs no memory per record. Closing it without {@link #deleteMissing} changes nothing.
 */
public interface Census extends AutoCloseable {

    /** These are there. May be called as often as needed, with repetitions. */
    void saw(MetadataPrefix prefix, Collection<String> identifiers);

    /**
     * Withdraws all live records of the source that were not seen, in every format (derived ones with the one they were made of).
     *
     * @param run number of the run, for the ledger
     * @param at when they were found missing
     * @return how many were withdrawn, as {@code deleted}
     */
    Counts deleteMissing(long run, Instant at);

    @Override
    void close();
}
