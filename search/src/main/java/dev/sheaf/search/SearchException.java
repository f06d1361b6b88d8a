package dev.sheaf.search;

/** Thrown when the index cannot be read or written. The message says what failed and what can be done. */
public class SearchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With a message for people and the cause for the log. */
    public SearchException(String message, Throwable cause) {
        super(message, cause);
    }
}
