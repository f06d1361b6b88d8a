package dev.sheaf.core.store;

/** Thrown when a store cannot read or write. The message says what failed, where, and what to do. Nothing was half written. */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
