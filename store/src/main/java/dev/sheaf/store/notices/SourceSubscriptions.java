package dev.sheaf.store.notices;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.notices.SourceSubscription.Asked;

/**
 * Subscriptions of this hub to its sources (WebSub). Secrets are stored encrypted. A subscription of a removed source stays until its hub
 * has been asked to end it.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Times are kept to the millisecond. Methods that change a subscription do
 * nothing if it does not exist.
 */
public interface SourceSubscriptions {

    /** Returns all subscriptions, including those to removed sources. */
    List<SourceSubscription> all();

    /** Returns the subscription to a source; empty if there is none. */
    Optional<SourceSubscription> of(String source);

    /** Returns the subscription with a callback; empty if there is none. */
    Optional<SourceSubscription> at(String callback);

    /** Sets whether the hub subscribes to a source; null for the default. */
    void want(String source, @Nullable Boolean wanted);

    /** Begins a subscription in state {@code NEW}; does nothing if there is one. */
    void begin(String source);

    /**
     * Notes a request that is about to be sent to a hub. Until {@code pending}, the subscriber answers its verification and sends no other
     * request.
     */
    void asked(long number, Asked asked, Instant pending);

    /** Notes that the hub has verified the subscription. */
    void verified(long number, Instant leaseEnd, Instant renewal);

    /** Notes that the hub has declined the subscription. */
    void denied(long number, String reason, Instant nextAttempt);

    /** Notes that the source offers no hub. An active subscription lasts until its lease ends. */
    void none(long number, Instant nextAttempt);

    /** Notes that the lease has ended without a renewal. */
    void expired(long number);

    /** Notes that an attempt has failed. */
    void failed(long number, String error, Instant nextAttempt);

    /** Notes that a request to end the subscription is about to be sent. */
    void ending(long number, Instant pending);

    /** Notes that the subscription has ended. A subscription to a removed source is deleted; any other may begin again. */
    void ended(long number);

    /** Notes an accepted delivery. */
    void delivered(long number, Instant at);

    /** Notes a delivery with a wrong signature. */
    void rejected(long number);
}
