package dev.sheaf.core.repository;

import java.util.List;

import dev.sheaf.core.OaiRecord;

/**
 * Neighbouring entries of a list of records: the unit in which rendered pages are cached. The content decides where a segment ends, not a
 * count. So the removal of one entry changes one segment and not all that follow.
 *
 * <p>Safe for use by many threads.
 */
public interface RecordSegment {

    /**
     * Returns a text that identifies the entries of the segment and their versions: segments with equal fingerprints always show the same
     * records. Empty if the repository cannot give one; such a segment must not be cached.
     */
    String fingerprint();

    /** Returns the number of entries, without reading them. */
    int size();

    /**
     * Reads the records from the repository; each call reads again. The result has fewer records than {@link #size()} if some changed after
     * the page was listed (they moved to the end of the list) or are damaged. Such an incomplete result must not be cached under the
     * fingerprint.
     *
     * @throws dev.sheaf.core.store.StoreException when the repository fails
     */
    List<OaiRecord> read();
}
