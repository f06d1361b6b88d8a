package dev.sheaf.platform.imports;

import dev.sheaf.core.OaiRecord;

/** Watches an import. Called by the importing thread. */
public interface ImportListener {

    /**
     * Reports progress.
     *
     * @param records so far
     * @param file number of the file that is being read, from 1
     * @param files number of all files
     */
    void read(long records, int file, int files);

    /**
     * Reports a record or file that could not be read or accepted.
     *
     * @param where it stands, for people
     * @param reason for people
     */
    void refused(String where, String reason);

    /**
     * Reports that a record was taken although something in it is uncertain.
     *
     * @param where it stands, for people
     * @param what is uncertain, for people
     */
    default void warning(String where, String what) {}

    /** Reports one of the first records of a dry run, as it would be served. */
    default void sample(OaiRecord record) {}

    /** Reports a message. */
    void note(String message);
}
