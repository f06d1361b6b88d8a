package dev.sheaf.platform.proxy;

import java.io.IOException;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.HarvestException;

/** Thrown when the source gave nothing that could be passed on. The message is for people. */
final class Refusal extends IOException {

    private static final long serialVersionUID = 1L;
    private static final int BAD_GATEWAY = 502;
    private static final int UNAVAILABLE = 503;
    private static final int TIMEOUT = 504;
    private static final String LATER = "60";

    private final int status;
    private final @Nullable String retryAfter;

    private Refusal(int status, String message, @Nullable String retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /** HTTP status of the answer. */
    int status() {
        return status;
    }

    /** Value of Retry-After; null for none. */
    @Nullable
    String retryAfter() {
        return retryAfter;
    }

    /** True when the source, or we, only ask for patience: that is no fault of the source. */
    boolean isBusy() {
        return status == UNAVAILABLE;
    }

    /** The source sent something that cannot be repaired. */
    static Refusal beyondRepair(String reason) {
        return new Refusal(BAD_GATEWAY, "The source's response cannot be passed on: " + reason, null, null);
    }

    /** The source, or the hub for its sake, asks for patience. */
    static Refusal later(String reason, Duration wait) {
        return new Refusal(UNAVAILABLE, reason, Long.toString(Math.max(1, Math.ceilDiv(wait.toMillis(), 1000))), null);
    }

    /**
     * The source said so itself.
     *
     * @param retryAfter as it sent it; null when it did not say
     */
    static Refusal busy(String reason, @Nullable String retryAfter) {
        // Seconds or a date: neither needs other characters, and nothing else gets into our headers.
        boolean isSound = retryAfter != null && retryAfter.matches("[0-9A-Za-z ,:+-]{1,40}");
        return new Refusal(UNAVAILABLE, reason, isSound ? retryAfter : LATER, null);
    }

    /** Nothing came from the source, or nothing that could be read. */
    static Refusal of(HarvestException failure) {
        String message = "The source cannot be passed on: " + failure.getMessage();
        return switch (failure.kind()) {
            case UNKNOWN_HOST, CONNECT, CONNECTION, TIMEOUT -> new Refusal(TIMEOUT, message, null, failure);
            case LEFT_ALONE, CANCELLED -> new Refusal(UNAVAILABLE, message, LATER, failure);
            case ADDRESS, TLS, TOO_LARGE, CONTENT_CODING, REDIRECT, HTTP_STATUS, LIST_TOO_LARGE, BOT_WALL, LOGIN, ACCESS, ROBOTS,
                    NOT_OAI, MALFORMED, PROTOCOL, INCOMPLETE -> new Refusal(
                            BAD_GATEWAY, message, null, failure);
        };
    }
}
