package dev.sheaf.store.notices;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Secret;
import dev.sheaf.store.notices.Subscription.Topic;

/**
 * Subscriptions to changes of this hub's repositories, and the progress of each. Secrets are kept encrypted.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Times are kept to the millisecond. Methods that note something about a
 * subscription do nothing when it is gone.
 */
public interface Subscriptions {

    /** Returns the requests that still have to be verified. */
    SubscriptionRequests asked();

    /**
     * Progress of the push of a format.
     *
     * @param since all before this second has arrived; null before the first whole push
     * @param until end of the batch under way, seconds; null when none is
     * @param token goes on with it; null at its beginning
     * @param parts documents of it that have arrived
     */
    record PushState(@Nullable Long since, @Nullable Long until, @Nullable String token, int parts) {

        /** Before the first push. */
        public static final PushState START = new PushState(null, null, null, 0);
    }

    /**
     * Returns all subscriptions that have not ended, by repository. One that is stored damaged is left out and logged once, so that it
     * does not hide the others.
     */
    List<Subscription> all();

    /** Returns the subscription with a number; empty when there is none. */
    Optional<Subscription> find(long number);

    /** Returns the subscription of a receiver to a topic; empty when there is none. */
    Optional<Subscription> find(Topic topic);

    /** Returns the number of subscriptions that receivers have requested themselves. */
    long subscribed();

    /**
     * Returns the number of subscriptions that receivers on a host have requested themselves.
     *
     * @param host in lower case, without a port
     */
    long subscribed(String host);

    /**
     * Stores a subscription. One about the same is renewed, and its receiver is notified of the changes that it has not been notified of
     * yet.
     *
     * @param remote see {@link Subscription#remote()}
     * @param secret signs from now on
     * @param expires see {@link Subscription#expires()}
     * @param from of a new one: later changes are notified
     * @return its number
     */
    long put(Topic topic, @Nullable String remote, @Nullable Secret secret, Instant since, @Nullable Instant expires,
            Position from);

    /** Forgets a subscription; does nothing when there is none. */
    void remove(long number);

    /**
     * Ends a subscription that its receiver has asked for. The receiver is still to be told (WebSub, 5.2), so it stands in {@link
     * #denied} until it is
     * removed. Any other subscription is forgotten at once.
     *
     * @param reason for the receiver
     */
    void deny(long number, String reason);

    /** Ends a subscription because an operator of the hub wants that; see {@link #deny}. */
    void end(long number);

    /**
     * A subscription that has ended.
     *
     * @param reason why
     */
    record Denied(Subscription subscription, String reason) {}

    /**
     * Returns subscriptions that have ended and whose receivers are still to be notified of that; without damaged ones, as for {@link
     * #all}.
     */
    List<Denied> denied();

    /** Forgets the subscriptions that have expired, and returns how many there were. */
    int expire(Instant now);

    /** Notes that a change waits for notification. */
    void pending(long number, Instant since);

    /** Notes that the changes up to an entry need no notification, because they are not in the lists of the topic. */
    void passed(long number, Position upTo);

    /** Notes that the receiver was notified of the changes up to an entry. */
    void told(long number, Position upTo, Instant at);

    /** Notes that an attempt has failed. */
    void failed(long number, String error, Instant nextAttempt);

    /** Returns the progress of the push of a format. */
    PushState pushState(long number, String prefix);

    /** Keeps where the push of a format stands. */
    void keep(long number, String prefix, PushState state);
}
