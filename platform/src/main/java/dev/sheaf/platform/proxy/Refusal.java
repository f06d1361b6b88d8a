package dev.sheaf.platform.proxy;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpDate;

/**
 * Thrown if the source's response cannot be used. The message is for the operator; {@link #forClients} is for everybody, and names no address
 * that only this hub's resolver knows.
 */
final class Refusal extends IOException {

    private static final long serialVersionUID = 1L;
    private static final int BAD_GATEWAY = 502;
    private static final int UNAVAILABLE = 503;
    private static final int TIMEOUT = 504;
    private static final String LATER = "60";
    /** Largest delay in Retry-After. No harvester waits longer, and it can be counted in milliseconds. */
    private static final Duration LONGEST = Duration.ofDays(3650);

    private final int status;
    private final @Nullable String retryAfter;

    private Refusal(int status, String message, @Nullable String retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /** Returns the reason for the client. */
    String forClients() {
        if (!(getCause() instanceof HarvestException failure)) {
            return String.valueOf(getMessage());
        }
        return switch (failure.kind()) {
            case ACCESS -> "The source gave no usable response: its address leads into a private network. Such addresses are not asked for "
                    + "visitors.";
            case REDIRECT -> "The source gave no usable response: a redirect leads to an address that is not followed, such as one in a "
                    + "private network, or there are too many redirects.";
            default -> String.valueOf(getMessage());
        };
    }

    /** HTTP status of the answer. */
    int status() {
        return status;
    }

    /** Returns the value of Retry-After; null for none. */
    @Nullable
    String retryAfter() {
        return retryAfter;
    }

    /** Returns whether the source or the hub only asks the client to wait. That is no fault of the source. */
    boolean isBusy() {
        return status == UNAVAILABLE;
    }

    /** Returns the refusal for a response of the source that cannot be repaired. */
    static Refusal beyondRepair(String reason) {
        return new Refusal(BAD_GATEWAY, "The source's response cannot be used: " + reason, null, null);
    }

    /** Returns the refusal with a time to wait that the source demands, or the hub for its sake. */
    static Refusal later(String reason, Duration wait) {
        return new Refusal(UNAVAILABLE, reason, Long.toString(Math.max(1, Math.ceilDiv(wait.toMillis(), 1000))), null);
    }

    /**
     * Returns the refusal for a source that is busy.
     *
     * @param retryAfter value from the source; null if it stated none. The harvester gets it in seconds; a value that is neither seconds
     *     nor a date is ignored
     * @param now present time, by which a date becomes a number of seconds
     */
    static Refusal busy(String reason, @Nullable String retryAfter, Instant now) {
        Optional<Duration> wait = retryAfter == null ? Optional.empty() : HttpDate.retryAfter(retryAfter, now);
        return wait.map(time -> later(reason, time.compareTo(LONGEST) > 0 ? LONGEST : time))
                .orElseGet(() -> new Refusal(UNAVAILABLE, reason, LATER, null));
    }

    /** Returns the refusal for a source without a readable response. */
    static Refusal of(HarvestException failure) {
        String message = "The source gave no usable response: " + failure.getMessage();
        return switch (failure.kind()) {
            case UNKNOWN_HOST, CONNECT, CONNECTION, TIMEOUT -> new Refusal(TIMEOUT, message, null, failure);
            case PAUSED, CANCELLED -> new Refusal(UNAVAILABLE, message, LATER, failure);
            case ADDRESS, TLS, TOO_LARGE, CONTENT_CODING, REDIRECT, HTTP_STATUS, LIST_TOO_LARGE, BOT_PROTECTION, LOGIN, ACCESS,
                    ROBOTS,
                    NOT_OAI, MALFORMED, PROTOCOL, INCOMPLETE -> new Refusal(
                            BAD_GATEWAY, message, null, failure);
        };
    }
}
