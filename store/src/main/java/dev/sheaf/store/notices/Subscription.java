package dev.sheaf.store.notices;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Secret;

/**
 * Subscription of a receiver to changes of a repository of this hub.
 *
 * @param number its own
 * @param topic its repository and receiver
 * @param remote id under which a receiver of pushes knows the repository; null for the same
 * @param secret with which requests are signed; null for none
 * @param since when it was first kept
 * @param expires when it ends; null when it does not by itself
 * @param told the entry of the lists up to which the receiver is informed
 * @param pending time at which a change was noticed that is not notified yet; null when there is none
 * @param failures attempts in a row that failed
 * @param nextAttempt none before
 * @param lastTold time of the last notification; null before the first
 * @param count number of notifications
 * @param error why the last attempt failed; null when it did not
 */
public record Subscription(long number, Topic topic, @Nullable String remote, @Nullable Secret secret, Instant since,
        @Nullable Instant expires, Position told, @Nullable Instant pending, int failures, Instant nextAttempt,
        @Nullable Instant lastTold, long count, @Nullable String error) {

    /** Origin of a subscription, and kind of message. */
    public enum How {
        /** Asked for by the receiver, who is notified until it expires. */
        SUBSCRIBED,
        /** The receiver is notified, because an operator wants it. */
        NOTIFY,
        /** The receiver is sent the records, because an operator wants it. */
        PUSH,
        /** The receiver is sent the records when a command is typed. */
        COMMAND;

        /** As stored and shown. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Subject and receiver of a subscription.
     *
     * @param repository id of a source or aggregate; empty for that of everything
     * @param set the set alone; empty for the whole repository
     * @param how what is sent
     * @param callback where to
     */
    public record Topic(String repository, String set, How how, String callback) {}
}
