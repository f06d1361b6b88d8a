package dev.sheaf.store.notices;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;

/**
 * Subscription of this hub to a source that offers a WebSub hub.
 *
 * @param number its own
 * @param source id of the source
 * @param wanted true for on, false for off; null for the default
 * @param asked what was asked for; null while nothing was
 * @param state how it stands
 * @param pending a verification is answered until then; null when none is expected
 * @param leaseEnd when it ends; null as long as the hub has not verified it
 * @param nextAttempt nothing is asked before
 * @param failures attempts in a row that failed
 * @param error why the last attempt failed; null when it did not
 * @param deliveries what came and was accepted
 * @param leaving true when its source has been removed and the hub is still to be told
 */
public record SourceSubscription(long number, String source, @Nullable Boolean wanted, @Nullable Asked asked, State state,
        @Nullable Instant pending, @Nullable Instant leaseEnd, Instant nextAttempt, int failures, @Nullable String error,
        Deliveries deliveries, boolean leaving) {

    /** State of a subscription. */
    public enum State {
        /** The source was not asked yet whether it offers a hub. */
        NEW,
        /** The source offers no hub. */
        NONE,
        /** The hub was asked and has not verified it yet. */
        REQUESTED,
        /** The hub has verified it. */
        ACTIVE,
        /** The hub does not want it. */
        DENIED,
        /** The last attempt failed. */
        FAILED,
        /** The hub was asked to end it. */
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
     * @param rejected deliveries that were not signed as they should be
     * @param last when one was accepted last; null before the first
     */
    public record Deliveries(long accepted, long rejected, @Nullable Instant last) {}

    /** True while the hub delivers content. */
    public boolean isActive(Instant now) {
        return state != State.DENIED && leaseEnd != null && now.isBefore(leaseEnd);
    }

    /** True while a verification from the hub is expected. */
    public boolean isPending(Instant now) {
        return pending != null && now.isBefore(pending);
    }
}
