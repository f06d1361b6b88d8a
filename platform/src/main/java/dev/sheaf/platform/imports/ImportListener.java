package dev.sheaf.platform.imports;

/** Watches an import. Called by the importing thread. */
public interface ImportListener {

    /**
     * So much was read.
     *
     * @param records so far
     * @param file number of the file that is being read, from 1
     * @param files number of all files
     */
    void read(long records, int file, int files);

    /**
     * Something could not be read or accepted.
     *
     * @param where it stands, for people
     * @param reason for people
     */
    void refused(String where, String reason);

    /** Something worth knowing. */
    void note(String message);
}
