package dev.sheaf.core.store;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;

import dev.sheaf.core.MetadataPrefix;

/**
 * Notes which records of a source are still there, to find those that have vanished: for sources that show their whole content but tell
 * nothing of deletions (local files; repositories that do not track them).
 *
 * <p>Belongs to one thread. Needs no memory per record. Closing it without {@link #deleteMissing} changes nothing.
 */
public interface Census extends AutoCloseable {

    /** Notes identifiers that the repository lists. May be called repeatedly, also for the same identifiers. */
    void saw(MetadataPrefix prefix, Collection<String> identifiers);

    /**
     * Withdraws all live records of the source that were not seen, in every format (derived ones with the one they were made of).
     *
     * @param run number of the run, for the ledger
     * @param at when they were found missing
     * @param stopped asked now and then; true ends it early, and what was not withdrawn stays
     * @return how many were withdrawn, as {@code deleted}
     */
    Counts deleteMissing(long run, Instant at, BooleanSupplier stopped);

    /** The same for all formats, without an early end. */
    default Counts deleteMissing(long run, Instant at) {
        return deleteMissing(run, at, () -> false);
    }

    /**
     * Numbers of the records of one format, without those that Sheaf made.
     *
     * @param seen live records of the source that were seen
     * @param missing live records of the source that were not seen
     */
    record Tally(long seen, long missing) {
        /** All live records. */
        public long live() {
            return seen + missing;
        }
    }

    /** Counts the live records of a format that were seen, and those that were not. */
    Tally tally(MetadataPrefix prefix);

    /**
     * Returns those of the identifiers that are no live record of the source in a format: neither saved nor in
     * quarantine.
     */
    List<String> unknown(MetadataPrefix prefix, Collection<String> identifiers);

    /**
     * Withdraws the live records of one format that were not seen; other formats of the same items stay. Deletions of the format that
     * were held are forgotten.
     *
     * @param run number of the run, for the ledger
     * @param at when they were found missing
     * @param stopped asked now and then; true ends it early, and what was not withdrawn stays
     * @return how many were withdrawn, as {@code deleted}
     */
    Counts deleteMissing(MetadataPrefix prefix, long run, Instant at, BooleanSupplier stopped);

    /** The same without an early end. */
    default Counts deleteMissing(MetadataPrefix prefix, long run, Instant at) {
        return deleteMissing(prefix, run, at, () -> false);
    }

    /**
     * Keeps the live records of one format that were not seen for somebody to decide, instead of those that were held before.
     *
     * @param run number of the run, for the ledger
     * @param stopped asked now and then; true ends it early, and the others are not kept
     * @return how many
     */
    long hold(MetadataPrefix prefix, long run, BooleanSupplier stopped);

    /** The same without an early end. */
    default long hold(MetadataPrefix prefix, long run) {
        return hold(prefix, run, () -> false);
    }

    /** Ends the census; what was not withdrawn stays. */
    @Override
    void close();
}
