package dev.sheaf.platform.imports;

/** Thrown when an import as a whole cannot be done. The message says why and what to do. */
public final class ImportException extends Exception {

    private static final long serialVersionUID = 1L;

    public ImportException(String message) {
        super(message);
    }

    public ImportException(String message, Throwable cause) {
        super(message, cause);
    }
}
