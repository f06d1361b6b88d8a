package dev.sheaf.search;

/** Thrown when the changes since the last commit were lost, and the index can be opened again. The caller applies them again. */
public final class LostChangesException extends SearchException {

    private static final long serialVersionUID = 1L;

    /** With a message for people and the cause for the log. */
    public LostChangesException(String message, Throwable cause) {
        super(message, cause);
    }
}
