package dev.sheaf.store.notices;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.notices.SourceSubscription.Asked;

/**
 * Subscriptions of this hub to its sources (WebSub). Secrets are kept encrypted. A subscription of a removed source stays until its hub
 * has been asked to end it.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Times are kept to the millisecond. Methods that note something about a subscription do
 * nothing when it is gone.
 */
public interface SourceSubscriptions {

    /** Returns all of them, those of removed sources too. */
    List<SourceSubscription> all();

    /** Returns that of a source; empty when there is none. */
    Optional<SourceSubscription> of(String source);

    /** Returns the one with a callback; empty when there is none. */
    Optional<SourceSubscription> at(String callback);

    /** Says whether a source is to be subscribed to; null for the default. */
    void want(String source, @Nullable Boolean wanted);

    /** Begins a subscription about which nothing is known yet; does nothing when there is one. */
    void begin(String source);

    /** Notes that a hub is about to be asked. Until the given time its verification is answered, and nothing else is asked. */
    void asked(long number, Asked asked, Instant pending);

    /** Notes that the hub has verified the subscription. */
    void verified(long number, Instant leaseEnd, Instant renewal);

    /** Notes that the hub does not want the subscription. */
    void denied(long number, String reason, Instant nextAttempt);

    /** Notes that the source offers no hub. A subscription that is active lasts until its lease ends. */
    void none(long number, Instant nextAttempt);

    /** Notes that the lease has ended without a new one. */
    void expired(long number);

    /** Notes that an attempt has failed. */
    void failed(long number, String error, Instant nextAttempt);

    /** Notes that the hub is about to be asked to end the subscription. */
    void ending(long number, Instant pending);

    /** Notes that the subscription has ended: that of a removed source is forgotten, any other may begin again. */
    void ended(long number);

    /** Notes a delivery that was accepted. */
    void delivered(long number, Instant at);

    /** Notes a delivery whose signature did not fit. */
    void rejected(long number);
}
