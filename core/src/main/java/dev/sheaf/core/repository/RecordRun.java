package dev.sheaf.core.repository;

import java.util.List;

import dev.sheaf.core.OaiRecord;

/**
 * Neighbouring entries of a list of records: the unit in which rendered pages are kept. Runs are cut where the content says so, not by
 * count, so that one removal shifts one run and not the whole list.
 *
 * <p>Safe for use by many threads.
 */
public interface RecordRun {

    /**
     * Says which entries in which versions the run holds: runs with equal fingerprints always show the same records. Empty when the
     * repository cannot tell; such a run must not be kept.
     */
    String fingerprint();

    /** Number of entries. */
    int size();

    /**
     * Reads the records. They may be fewer than {@link #size()} when some have changed since the run was cut (they have moved to the end
     * of the list) or cannot be read; what was read must then not be kept under the fingerprint.
     */
    List<OaiRecord> records();
}
