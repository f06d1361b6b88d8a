package dev.sheaf.core.store;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;

/**
 * Register of the records that a source still lists, which finds vanished records. It serves sources that list their whole content but
 * report no deletions: local files, and repositories that do not track deletions.
 *
 * <p>For use by one thread. Its memory does not grow with the number of records. Closing it without {@link #deleteMissing} changes nothing.
 */
public interface Census extends AutoCloseable {

    /** Notes identifiers that the repository lists. May be called repeatedly, also for the same identifiers. */
    void saw(MetadataPrefix prefix, Collection<String> identifiers);

    /**
     * Withdraws all live records of the source that were not seen, in every format (derived records together with their original).
     *
     * @param run number of the run, which is stored with the counts of the withdrawn records
     * @param at time at which they were found missing
     * @param stopped polled regularly; true ends the call early, and the remaining records stay
     * @return number of withdrawn records, as {@code deleted}
     */
    Counts deleteMissing(long run, Instant at, BooleanSupplier stopped);

    /**
     * Withdraws all live records that were not seen, in every format, and cannot be stopped. See {@link #deleteMissing(long, Instant,
     * BooleanSupplier)}.
     */
    default Counts deleteMissing(long run, Instant at) {
        return deleteMissing(run, at, () -> false);
    }

    /**
     * Numbers of the records of one format; records that Sheaf derived are not counted.
     *
     * @param seen live records of the source that were seen
     * @param missing live records of the source that were not seen
     */
    record Tally(long seen, long missing) {
        /** Returns the number of all live records. */
        public long live() {
            return seen + missing;
        }
    }

    /** Counts the live records of a format that were seen, and those that were not. */
    Tally tally(MetadataPrefix prefix);

    /**
     * Returns live records of a format that were not seen, oldest change first.
     *
     * @param every returns one of so many of them, beginning with the first; 1 for all
     */
    List<String> missing(MetadataPrefix prefix, long every);

    /** Returns some live records of a format that were seen, spread over all of them; at most the given number. */
    List<String> present(MetadataPrefix prefix, int most);

    /**
     * Returns those of the headers whose datestamp is later than the one with which the live record of the same identifier is stored.
     * Datestamps that are no legal datestamps are not compared.
     */
    List<String> outdated(MetadataPrefix prefix, Collection<Header> headers);

    /** Returns those of the identifiers for which the source has no live record in a format, neither stored nor in quarantine. */
    List<String> unknown(MetadataPrefix prefix, Collection<String> identifiers);

    /**
     * Withdraws the live records of one format that were not seen; other formats of the same items stay. Pending deletions of the format
     * are dropped.
     *
     * @param run number of the run, which is stored with the counts of the withdrawn records
     * @param at when they were found missing
     * @param stopped asked now and then; true ends it early, and what was not withdrawn stays
     * @return how many were withdrawn, as {@code deleted}
     */
    Counts deleteMissing(MetadataPrefix prefix, long run, Instant at, BooleanSupplier stopped);

    /** Withdraws the live records of one format that were not seen, and cannot be stopped. */
    default Counts deleteMissing(MetadataPrefix prefix, long run, Instant at) {
        return deleteMissing(prefix, run, at, () -> false);
    }

    /**
     * Keeps the live records of one format that were not seen as pending deletions, for an operator to decide on. They replace the pending
     * deletions of before.
     *
     * @param run number of the run, which is stored with the counts of the withdrawn records
     * @param stopped polled regularly; true ends the call early, and the remaining records are not kept
     * @return number of pending deletions
     */
    long hold(MetadataPrefix prefix, long run, BooleanSupplier stopped);

    /** Keeps the live records of one format that were not seen as pending deletions, and cannot be stopped. */
    default long hold(MetadataPrefix prefix, long run) {
        return hold(prefix, run, () -> false);
    }

    /** Ends the census; records that were not withdrawn stay. */
    @Override
    void close();
}
