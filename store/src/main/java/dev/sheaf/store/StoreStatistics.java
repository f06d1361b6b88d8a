package dev.sheaf.store;

import java.util.List;

/**
 * Numbers about what is stored.
 *
 * <p>Follows the rules of {@link HubStore}. Reads only; zero or nothing for an unknown source.
 */
public interface StoreStatistics {

    /** Returns the bytes that the records of a source take in the store, indexes not counted. Looks at each record. */
    long bytes(String source);

    /** Returns the bytes that the database takes on disk, with its log. */
    long bytesOnDisk();

    /** Returns the formats in which the items of a source are, by prefix: a format that some of them lack shows here. */
    List<FormatCount> formats(String source);

    /**
     * Returns the number of own records in the last run of a source that met any (loop detection). Their provenance names this hub, so they
     * are not stored.
     */
    long ownRecords(String source);

    /** Returns how many changes of records that can be searched come after a sequence number. */
    long searchableChangesAfter(long seq);
}
