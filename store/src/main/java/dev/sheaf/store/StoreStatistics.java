package dev.sheaf.store;

import java.util.List;

/**
 * Numbers about what is stored.
 *
 * <p>Follows the rules of {@link HubStore}. Its methods only read; for an unknown source they return zero or an empty result.
 */
public interface StoreStatistics {

    /**
     * Returns the bytes that the records of a source take in the store, without indexes. The method reads the size of each record, so it
     * takes time.
     */
    long bytes(String source);

    /** Returns the bytes that the database takes on disk, including its log. */
    long bytesOnDisk();

    /** Returns the size of the disk that the database is on; {@link Long#MAX_VALUE} if it is not known, as for a database elsewhere. */
    long diskBytes();

    /** Returns the formats of a source's items by prefix, with the number of items that lack each. */
    List<FormatCount> formats(String source);

    /**
     * Returns the number of own records in the last run of a source that received any (loop detection). Their provenance names this hub, so
     * they are not stored.
     */
    long ownRecords(String source);

    /** Returns how many changes of records that can be searched come after a sequence number. */
    long searchableChangesAfter(long seq);
}
