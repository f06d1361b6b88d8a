package dev.sheaf.platform.imports.rows;

/** Thrown when a table as a whole is not readable. The message says why, and what to do where that is known. */
public final class RowsException extends Exception {

    private static final long serialVersionUID = 1L;

    public RowsException(String message) {
        super(message);
    }

    public RowsException(String message, Throwable cause) {
        super(message, cause);
    }
}
