package dev.sheaf.harvester.announce;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.extension.HubSignature;
import dev.sheaf.core.store.Secret;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Posted;

/**
 * The callback of a subscriber, as a WebSub hub requests it: verification of intent, denial and content distribution. Each request is sent
 * once; redirects are failures. Safe for many threads.
 */
public final class SubscriberCallback {

    /** Largest number of bytes of an answer that are read. The right answer is the challenge, which is short. */
    private static final int ANSWER = 4_096;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration DELIVERY = Duration.ofMinutes(2);

    private final HttpFetcher fetcher;
    private final FetchRules asking;
    private final FetchRules delivering;
    private final URI callback;
    private final Pause pause;

    /**
     * Creates the callback at an address.
     *
     * @param fetcher makes the requests; the caller closes it
     * @param callback exactly as the subscriber has given it; its query is kept
     */
    public SubscriberCallback(HttpFetcher fetcher, FetchRules rules, URI callback, Pause pause) {
        this.fetcher = fetcher;
        // Strangers cause these requests, so they are not signed.
        this.asking = new FetchRules(rules.userAgent(), rules.from(), ANSWER, ANSWER, PATIENCE, PATIENCE, PATIENCE, 1, PATIENCE,
                0,
                rules.access(), null, rules.reach(), null);
        this.delivering = rules.withTimes(DELIVERY, DELIVERY);
        this.callback = callback;
        this.pause = pause;
    }

    /**
     * Asks whether the subscriber wants a subscription or its end (section 5.3).
     *
     * @param mode subscribe or unsubscribe
     * @param lease duration of the subscription; null for unsubscribe
     * @return why the subscriber does not want it, for people; null if it does
     */
    public @Nullable String verify(String mode, String topic, String challenge, @Nullable Duration lease) {
        try {
            Fetched fetched = get(new Form().add("hub.mode", mode).add("hub.topic", topic).add("hub.challenge", challenge)
                    .add("hub.lease_seconds", lease == null ? null : Long.toString(lease.toSeconds())));
            try {
                boolean same = MessageDigest.isEqual(fetched.body(), challenge.getBytes(StandardCharsets.UTF_8));
                return fetched.isSuccess() && same
                        ? null
                        : "it answered with HTTP " + fetched.status() + (same ? "" : " and without the challenge");
            } finally {
                fetched.release();
            }
        } catch (HarvestException | IllegalArgumentException failure) {
            return String.valueOf(failure.getMessage());
        }
    }

    /**
     * Informs the subscriber that it has no subscription, or no longer has one (section 5.2).
     *
     * @param reason for people
     * @throws HarvestException if there was no answer
     */
    public void deny(String topic, String reason) throws HarvestException {
        get(new Form().add("hub.mode", "denied").add("hub.topic", topic).add("hub.reason", reason)).release();
    }

    private Fetched get(Form arguments) throws HarvestException {
        String query = callback.getRawQuery();
        String joint = query == null ? "?" : query.isEmpty() ? "" : "&";
        return fetcher.fetch(URI.create(callback + joint + arguments), asking, pause);
    }

    /**
     * Delivers the content of a topic (section 7), signed if there is a secret (section 8).
     *
     * @return the answer without its body, which has no meaning
     * @throws HarvestException when there was no answer
     */
    public SyncReply deliver(TopicContent content, @Nullable Secret secret) throws HarvestException {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", content.contentType());
        headers.put("Link", "<" + content.hub() + ">; rel=\"hub\", <" + content.topic() + ">; rel=\"self\"");
        if (secret != null) {
            headers.put(HubSignature.HEADER, HubSignature.of(content.body(), secret));
        }
        Fetched fetched = fetcher.deliver(callback, new Posted(headers, content.body()), delivering, pause);
        return new SyncReply(fetched.status(), null, RetryAfter.of(fetched), "");
    }
}
