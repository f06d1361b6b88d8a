package dev.sheaf.platform.imports.rows;

/** Takes the rows of a source, in their order. */
public interface RowReceiver {

    /** A row was read. */
    void row(Row row);

    /**
     * Something that should be a row could not be read.
     *
     * @param where it stands
     * @param reason for people
     * @param raw what stands there, possibly shortened
     */
    void refused(Place where, String reason, String raw);

    /** Something about the source as a whole that is worth knowing. */
    void note(String message);
}
