package dev.sheaf.store.notices;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;

/**
 * Requests for subscriptions that were accepted and still have to be verified. They outlive the process that accepted them. Secrets are
 * kept encrypted.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}.
 */
public interface SubscriptionRequests {

    /**
     * A request.
     *
     * @param subscribe false to end a subscription
     * @param topic address of what is subscribed to
     * @param callback address of the receiver
     * @param lease how long the subscription is to last
     * @param secret signs deliveries; null for none
     * @param client who asked, for the log
     */
    record Asked(boolean subscribe, String topic, String callback, Duration lease, @Nullable Secret secret,
            String client) {}

    /**
     * A request that is kept.
     *
     * @param number its own
     */
    record Kept(long number, Asked asked) {}

    /**
     * Keeps a request; it takes the place of an earlier one of the same receiver about the same.
     *
     * @return its number
     */
    long keep(Asked asked);

    /** Returns all requests, the oldest first. */
    List<Kept> all();

    /** Forgets a request; does nothing when there is none. */
    void forget(long number);
}
