package dev.sheaf.platform.imports.mapping;

/** Thrown when a row is no record by a mapping; the message is for people. */
public final class UnmappableRowException extends Exception {

    private static final long serialVersionUID = 1L;

    public UnmappableRowException(String message) {
        super(message);
    }
}
