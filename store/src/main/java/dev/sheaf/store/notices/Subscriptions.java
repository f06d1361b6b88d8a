package dev.sheaf.store.notices;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Secret;
import dev.sheaf.store.notices.Subscription.Topic;

/**
 * Subscriptions to changes of this hub's repositories, and the progress of each. Secrets are stored encrypted.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Times are kept to the millisecond. Methods that change a subscription do
 * nothing if it does not exist.
 */
public interface Subscriptions {

    /** Returns the requests that still have to be verified. */
    SubscriptionRequests asked();

    /**
     * Progress of the push of a format.
     *
     * @param since all changes before this second have arrived; null before the first complete push
     * @param until end of the batch under way, in seconds since 1970; null if none is under way
     * @param token continues the batch; null at its beginning
     * @param parts number of its documents that have arrived
     */
    record PushState(@Nullable Long since, @Nullable Long until, @Nullable String token, int parts) {

        /** The state before the first push. */
        public static final PushState START = new PushState(null, null, null, 0);
    }

    /**
     * Returns all subscriptions that have not ended, by repository. A subscription that is damaged in the store is left out and logged
     * once, so that it does not hide the others.
     */
    List<Subscription> all();

    /** Returns the subscription with a number; empty when there is none. */
    Optional<Subscription> find(long number);

    /** Returns the subscription of a receiver to a topic; empty when there is none. */
    Optional<Subscription> find(Topic topic);

    /** Returns the number of subscriptions that receivers have requested themselves. */
    long subscribed();

    /**
     * Returns the number of subscriptions that some receivers have requested themselves.
     *
     * @param counted whether the receiver at an address counts
     */
    long subscribed(Predicate<URI> counted);

    /**
     * Stores a subscription. A subscription with the same topic is renewed, and its receiver gets the notifications that are still due.
     *
     * @param remote see {@link Subscription#remote()}
     * @param secret signs from now on
     * @param expires see {@link Subscription#expires()}
     * @param from position of a new subscription; its receiver is notified of later changes
     * @return its number
     */
    long put(Topic topic, @Nullable String remote, @Nullable Secret secret, Instant since, @Nullable Instant expires,
            Position from);

    /** Deletes a subscription; does nothing if there is none. */
    void remove(long number);

    /**
     * Ends a subscription that its receiver has asked for. The receiver still has to be informed (WebSub, 5.2), so the subscription is in
     * {@link #denied} until it is removed. Any other subscription is deleted at once.
     *
     * @param reason for the receiver
     */
    void deny(long number, String reason);

    /** Ends a subscription on behalf of an operator; see {@link #deny}. */
    void end(long number);

    /**
     * A subscription that has ended.
     *
     * @param reason why it ended
     */
    record Denied(Subscription subscription, String reason) {}

    /** Returns subscriptions that have ended and whose receivers still have to be informed, without damaged ones, as for {@link #all}. */
    List<Denied> denied();

    /**
     * Deletes the expired subscriptions.
     *
     * @return number of deleted subscriptions
     */
    int expire(Instant now);

    /** Notes that a change waits for notification. */
    void pending(long number, Instant since);

    /** Notes that the receiver needs no notification of the changes up to an entry, because they are not in the lists of the topic. */
    void passed(long number, Position upTo);

    /** Notes that the receiver was notified of the changes up to an entry. */
    void told(long number, Position upTo, Instant at);

    /** Notes that an attempt has failed. */
    void failed(long number, String error, Instant nextAttempt);

    /** Lets the receiver get at once what is due, because it can be reached again. Does nothing to a subscription that has ended. */
    void retry(long number);

    /** Returns the progress of the push of a format. */
    PushState pushState(long number, String prefix);

    /** Stores the progress of the push of a format. */
    void keep(long number, String prefix, PushState state);
}
