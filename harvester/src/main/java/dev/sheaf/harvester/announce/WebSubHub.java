package dev.sheaf.harvester.announce;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Posted;
import dev.sheaf.harvester.http.Unreadable;

/** A WebSub hub, as a subscriber requests it (section 5.1). Each request is sent once. Safe for many threads. */
public final class WebSubHub {

    private static final int ANSWER = 1 << 16;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST_REDIRECTS = 3;
    private static final int TOLD = 200;

    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final URI hub;
    private final Pause pause;

    /**
     * Creates the hub at an address.
     *
     * @param fetcher makes the requests; is not closed
     * @param rules restrict the reachable networks, because the address comes from a third party
     */
    public WebSubHub(HttpFetcher fetcher, FetchRules rules, URI hub, Pause pause) {
        this.fetcher = fetcher;
        this.rules = rules.withSizes(ANSWER, ANSWER).withTimes(PATIENCE, PATIENCE);
        this.hub = hub;
        this.pause = pause;
    }

    /**
     * Requests a subscription, or a longer lease.
     *
     * @param secret signs the content
     * @param lease requested duration; the hub decides
     * @return the answer: a status of success means that the hub will verify the request
     * @throws HarvestException if there was no answer, or if the hub redirects to a forbidden network
     */
    public SyncReply subscribe(URI callback, String topic, Secret secret, Duration lease) throws HarvestException {
        return post(request("subscribe", callback, topic).add("hub.lease_seconds", Long.toString(lease.toSeconds()))
                .add("hub.secret", secret.reveal()));
    }

    /**
     * Requests the end of a subscription.
     *
     * @return see {@link #subscribe}
     * @throws HarvestException see {@link #subscribe}
     */
    public SyncReply unsubscribe(URI callback, String topic) throws HarvestException {
        return post(request("unsubscribe", callback, topic));
    }

    private static Form request(String mode, URI callback, String topic) {
        return new Form().add("hub.callback", callback.toString()).add("hub.mode", mode).add("hub.topic", topic);
    }

    /** Sends a form. A hub that cannot take the request may name another one (307, 308). */
    private SyncReply post(Form form) throws HarvestException {
        byte[] body = form.toString().getBytes(StandardCharsets.UTF_8);
        Posted posted = new Posted(Map.of("Content-Type", "application/x-www-form-urlencoded"), body);
        URI uri = hub;
        for (int hops = 0;; hops++) {
            Fetched fetched = fetcher.post(uri, posted, rules, pause);
            try {
                URI next = fetched.status() == 307 || fetched.status() == 308 ? location(fetched) : null;
                if (next == null || hops == MOST_REDIRECTS) {
                    return new SyncReply(fetched.status(), null, RetryAfter.of(fetched), beginning(fetched));
                }
                uri = next;
            } finally {
                fetched.release();
            }
        }
    }

    private static @Nullable URI location(Fetched fetched) {
        return fetched.header("Location").flatMap(text -> new WebLink(text, "").target(fetched.uri())).orElse(null);
    }

    private static String beginning(Fetched fetched) {
        byte[] body = fetched.body();
        return Unreadable.line(new String(body, 0, Math.min(body.length, TOLD), StandardCharsets.UTF_8));
    }
}
