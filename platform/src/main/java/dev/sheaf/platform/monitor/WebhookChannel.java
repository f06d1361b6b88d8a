package dev.sheaf.platform.monitor;

import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.sheaf.core.extension.HubSignature;
import dev.sheaf.core.store.Secret;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Posted;

/**
 * Channel that posts JSON to an address of the operator:
 * {@code {"hub", "baseUrl", "changes": [{"source", "name", "state", "reason", "at"}]}}. With a secret, messages are signed like WebSub
 * deliveries.
 */
public final class WebhookChannel implements AlertChannel {

    private static final int MOST = 299;
    private static final int LEAST = 200;

    private final URI address;
    private final @Nullable Secret secret;
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final String hub;
    private final String baseUrl;

    /**
     * Creates the webhook of a hub.
     *
     * @param address http or https; may be in a private network, because the operator configured it
     * @param secret secret that signs messages; null for none
     * @param fetcher client for the requests; the caller closes it
     * @param hub name of the hub
     */
    public WebhookChannel(URI address, @Nullable Secret secret, HttpFetcher fetcher, FetchRules rules, String hub,
            String baseUrl) {
        this.address = address;
        this.secret = secret;
        this.fetcher = fetcher;
        this.rules = rules;
        this.hub = hub;
        this.baseUrl = baseUrl;
    }

    /** Returns only the host, because the path of a webhook is often its password. */
    @Override
    public String name() {
        return "webhook at " + address.getHost();
    }

    @Override
    public void send(List<StateChange> changes) throws IOException {
        byte[] body = body(changes);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        if (secret != null) {
            headers.put(HubSignature.HEADER, HubSignature.of(body, secret));
        }
        try {
            Fetched fetched = fetcher.post(address, new Posted(headers, body), rules, Pause.REAL);
            if (fetched.status() < LEAST || fetched.status() > MOST) {
                throw new IOException("it answered HTTP " + fetched.status());
            }
        } catch (HarvestException e) {
            throw new IOException("no answer came: " + e.kind().name().toLowerCase(Locale.ROOT), e);
        }
    }

    private byte[] body(List<StateChange> changes) {
        JsonMapper json = JsonMapper.shared();
        ObjectNode root = json.createObjectNode().put("hub", hub).put("baseUrl", baseUrl);
        ArrayNode list = root.putArray("changes");
        changes.forEach(change -> list.addObject().put("source", change.source()).put("name", change.name())
                .put("state", change.condition().name().toLowerCase(Locale.ROOT)).put("reason", change.reason())
                .put("at", change.at().toString()));
        return json.writeValueAsBytes(root);
    }
}
