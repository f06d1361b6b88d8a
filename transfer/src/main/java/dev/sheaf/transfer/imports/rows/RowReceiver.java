package dev.sheaf.transfer.imports.rows;

/** Receiver of the rows of a source, in their order. */
public interface RowReceiver {

    /** Receives a row. */
    void row(Row row);

    /**
     * Receives the fault of a row that could not be read.
     *
     * @param where its place
     * @param reason reason for people
     * @param raw text at this place, possibly shortened
     */
    void refused(Place where, String reason, String raw);

    /**
     * Receives a remark about a row that was read.
     *
     * @param where its place
     * @param what remark for people
     */
    void warning(Place where, String what);

    /** Receives a message about the whole source. */
    void note(String message);
}
