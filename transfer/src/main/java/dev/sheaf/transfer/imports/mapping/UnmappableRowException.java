package dev.sheaf.transfer.imports.mapping;

/** Thrown if a row cannot be mapped to a record; the message is for people. */
public final class UnmappableRowException extends Exception {

    private static final long serialVersionUID = 1L;

    public UnmappableRowException(String message) {
        super(message);
    }
}
