package dev.sheaf.platform.imports;

/** Thrown when an import as a whole cannot be done. The message says why and what to do. */
public final class ImportException extends Exception {

    private static final long serialVersionUID = 1L;

    /** With a message for people. */
    public ImportException(String message) {
        super(message);
    }

    /** With a message for people and the cause for the log. */
    public ImportException(String message, Throwable cause) {
        super(message, cause);
    }
}
