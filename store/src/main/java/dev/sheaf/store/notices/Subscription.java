package dev.sheaf.store.notices;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Secret;

/**
 * Subscription of a receiver to changes of a repository of this hub.
 *
 * @param number identifies the subscription
 * @param topic its repository and receiver
 * @param remote id under which a receiver of pushes knows the repository; null for the same id
 * @param secret signs requests; null for none
 * @param since time of its beginning
 * @param expires time of its end; null if it has none
 * @param told the last list entry of which the receiver was informed
 * @param pending time of the first change that the receiver does not know yet; null if there is none
 * @param failures number of failed attempts in a row
 * @param nextAttempt earliest time of the next attempt
 * @param lastTold time of the last notification; null if there was none
 * @param count number of notifications
 * @param error reason of the last failure; null if the last attempt succeeded
 */
public record Subscription(long number, Topic topic, @Nullable String remote, @Nullable Secret secret, Instant since,
        @Nullable Instant expires, Position told, @Nullable Instant pending, int failures, Instant nextAttempt,
        @Nullable Instant lastTold, long count, @Nullable String error) {

    /** Origin of a subscription, and kind of message. */
    public enum How {
        /** The receiver requested it and is notified until it expires. */
        SUBSCRIBED,
        /** An operator configured it; the receiver is notified. */
        NOTIFY,
        /** An operator configured it; the receiver is sent the records. */
        PUSH,
        /** A command sends the receiver the records. */
        COMMAND;

        /** Returns the name in stores and in reports. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Subject and receiver of a subscription.
     *
     * @param repository id of a source or aggregate; empty for the aggregate of everything
     * @param set restricts it to a set; empty for the whole repository
     * @param how origin and kind of message
     * @param callback address of the receiver
     */
    public record Topic(String repository, String set, How how, String callback) {}
}
