package dev.sheaf.core.store;

/** Thrown when a store cannot read or write. The message says what failed, where, and what can be done; nothing was half written. */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With a message for people. */
    public StoreException(String message) {
        super(message);
    }

    /** With a message for people and the cause for the log. */
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
