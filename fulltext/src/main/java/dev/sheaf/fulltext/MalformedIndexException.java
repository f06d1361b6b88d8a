package dev.sheaf.fulltext;

/** Thrown when an index that somebody else made cannot be read. The message says what is wrong and where, for people. */
public final class MalformedIndexException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Creates a failure with a message for people. */
    public MalformedIndexException(String message) {
        super(message);
    }

    /** Creates a failure with a message for people and its cause. */
    public MalformedIndexException(String message, Throwable cause) {
        super(message, cause);
    }
}
