package dev.sheaf.core.repository;

import java.util.List;

import dev.sheaf.core.OaiRecord;

/**
 * Neighbouring entries of a list of records: the unit in which rendered pages are cached. Content decides where a segment ends, not a
 * count, so that one removal shifts one segment and not the whole list.
 *
 * <p>Safe for use by many threads.
 */
public interface RecordSegment {

    /**
     * Returns a text that stands for the entries of the segment and their versions: segments with equal fingerprints always show the same
     * records. Empty when the repository has none to give; such a segment must not be cached.
     */
    String fingerprint();

    /** Returns the number of entries; known without reading. */
    int size();

    /**
     * Reads the records from the repository again with each call. They are fewer than {@link #size()} when some have changed since the
     * page was listed (they have moved to the end of the list) or are damaged; such an incomplete result must not be cached under the
     * fingerprint.
     *
     * @throws dev.sheaf.core.store.StoreException when the repository fails
     */
    List<OaiRecord> read();
}
