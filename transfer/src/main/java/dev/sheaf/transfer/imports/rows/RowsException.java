package dev.sheaf.transfer.imports.rows;

/** Thrown if a table as a whole cannot be read. The message states the reason and, if known, what to do. */
public final class RowsException extends Exception {

    private static final long serialVersionUID = 1L;

    public RowsException(String message) {
        super(message);
    }

    public RowsException(String message, Throwable cause) {
        super(message, cause);
    }
}
