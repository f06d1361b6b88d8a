package dev.sheaf.publish;

import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** A collection cannot be crawled at all; nothing was changed. The message says what is wrong and what to do. */
public final class PublishException extends Exception {

    private static final long serialVersionUID = 1;

    private final @Nullable Instant notBefore;

    /** @param message for people */
    public PublishException(String message) {
        super(message);
        this.notBefore = null;
    }

    /** @param message for people */
    public PublishException(String message, Throwable cause) {
        this(message, cause, null);
    }

    /**
     * @param message for people
     * @param notBefore end of a pause of requests to a server of the collection; null if there is none
     */
    public PublishException(String message, Throwable cause, @Nullable Instant notBefore) {
        super(message, cause);
        this.notBefore = notBefore;
    }

    /** Returns the time before which another crawl sends no request to one of the servers; empty if it may begin at any time. */
    public Optional<Instant> notBefore() {
        return Optional.ofNullable(notBefore);
    }
}
