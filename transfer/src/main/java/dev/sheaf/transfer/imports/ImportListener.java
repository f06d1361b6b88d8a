package dev.sheaf.transfer.imports;

import dev.sheaf.core.OaiRecord;

/** Listener to an import. Called by the importing thread. */
public interface ImportListener {

    /**
     * Reports progress.
     *
     * @param records number of records so far
     * @param file number of the file that is being read, from 1
     * @param files number of all files
     */
    void read(long records, int file, int files);

    /**
     * Reports a record or file that could not be read or accepted.
     *
     * @param where its place, for people
     * @param reason reason for people
     */
    void refused(String where, String reason);

    /**
     * Reports that a record was accepted although a part of it is uncertain.
     *
     * @param where its place, for people
     * @param what uncertain part, for people
     */
    default void warning(String where, String what) {}

    /** Reports one of the first records of a dry run, as it would be served. */
    default void sample(OaiRecord record) {}

    /** Reports a message. */
    void note(String message);
}
