package dev.sheaf.store.notices;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;

/**
 * Accepted requests for subscriptions that still have to be verified. They outlive the process that accepted them. Secrets are stored
 * encrypted.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}.
 */
public interface SubscriptionRequests {

    /**
     * A request.
     *
     * @param subscribe false to end a subscription
     * @param topic address of the subscribed repository or set
     * @param callback address of the receiver
     * @param lease requested duration
     * @param secret signs deliveries; null for none
     * @param client address of the client, for the log
     */
    record Asked(boolean subscribe, String topic, String callback, Duration lease, @Nullable Secret secret,
            String client) {}

    /**
     * A stored request.
     *
     * @param number identifies the request
     */
    record Kept(long number, Asked asked) {}

    /**
     * Stores a request; it replaces an earlier one of the same receiver for the same topic.
     *
     * @return its number
     */
    long keep(Asked asked);

    /** Returns all requests, the oldest first. */
    List<Kept> all();

    /** Deletes a request; does nothing if there is none. */
    void forget(long number);
}
