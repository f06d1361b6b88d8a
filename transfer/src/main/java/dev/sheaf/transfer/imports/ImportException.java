package dev.sheaf.transfer.imports;

/** Thrown if an import as a whole is impossible. The message states the reason and what to do. */
public final class ImportException extends Exception {

    private static final long serialVersionUID = 1L;

    public ImportException(String message) {
        super(message);
    }

    public ImportException(String message, Throwable cause) {
        super(message, cause);
    }
}
