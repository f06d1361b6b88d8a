package dev.sheaf.store.notices;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;

/**
 * Subscription of this hub to a source that offers a WebSub hub.
 *
 * @param number identifies the subscription
 * @param source id of the source
 * @param wanted true for on, false for off; null for the default
 * @param asked the request to the hub; null if there was none
 * @param state state of the subscription
 * @param pending time until which the subscriber answers a verification; null if none is expected
 * @param leaseEnd end of the lease; null if the hub has not verified the subscription
 * @param nextAttempt earliest time of the next request
 * @param failures number of failed attempts in a row
 * @param error reason of the last failure; null if the last attempt succeeded
 * @param deliveries deliveries so far
 * @param leaving true if the source was removed and the hub still has to be informed
 */
public record SourceSubscription(long number, String source, @Nullable Boolean wanted, @Nullable Asked asked, State state,
        @Nullable Instant pending, @Nullable Instant leaseEnd, Instant nextAttempt, int failures, @Nullable String error,
        Deliveries deliveries, boolean leaving) {

    /** State of a subscription. */
    public enum State {
        /** The hub has not yet asked the source whether it offers a WebSub hub. */
        NEW,
        /** The source offers no WebSub hub. */
        NONE,
        /** The subscription was requested, and the source's hub has not verified it yet. */
        REQUESTED,
        /** The source's hub has verified the subscription. */
        ACTIVE,
        /** The source's hub has declined the subscription. */
        DENIED,
        /** The last attempt failed. */
        FAILED,
        /** The end of the subscription was requested. */
        ENDING;

        /** Returns the word that is stored and shown. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A request to a hub.
     *
     * @param callback last part of the callback's path
     * @param hub address of the hub
     * @param topic address of the topic
     * @param secret signs the content
     */
    public record Asked(String callback, String hub, String topic, Secret secret) {}

    /**
     * Deliveries of the hub so far.
     *
     * @param accepted deliveries that led to a harvest
     * @param rejected deliveries with a wrong signature
     * @param last time of the last accepted delivery; null if there was none
     */
    public record Deliveries(long accepted, long rejected, @Nullable Instant last) {}

    /** Returns true while the hub delivers content. */
    public boolean isActive(Instant now) {
        return state != State.DENIED && leaseEnd != null && now.isBefore(leaseEnd);
    }

    /** Returns true while a verification from the hub is expected. */
    public boolean isPending(Instant now) {
        return pending != null && now.isBefore(pending);
    }
}
