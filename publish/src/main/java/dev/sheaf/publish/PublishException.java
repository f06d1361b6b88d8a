package dev.sheaf.publish;

/** A collection cannot be crawled at all; nothing was changed. The message says what is wrong and what to do. */
public final class PublishException extends Exception {

    private static final long serialVersionUID = 1;

    /** @param message for people */
    public PublishException(String message) {
        super(message);
    }

    /** @param message for people */
    public PublishException(String message, Throwable cause) {
        super(message, cause);
    }
}
