package dev.sheaf.platform.gateway;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.provider.flow.RequestLimit;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

/** A hub with a gateway. */
final class GatewayHub implements AutoCloseable {

    /** Limits with short times, and with more requests than a test sends. */
    static final GatewayLimits LIMITS = new GatewayLimits(Duration.ofSeconds(2), Duration.ofSeconds(5),
            new RequestLimit(100_000, 100_000, 100_000, Duration.ofMinutes(1)),
            new RequestLimit(100_000, 100_000, 100_000, Duration.ofMinutes(1)), 16, Duration.ofDays(30));
    /** Lets anybody initiate static repositories, also on this machine. */
    static final Map<Setting, String> HERE = Map.of(GatewayFeature.INITIATORS, "any", GatewayFeature.PRIVATE, "yes");

    final HubStore store;
    private final Hub hub;
    private final HttpClient client = HttpClient.newHttpClient();

    GatewayHub(Path data, Map<Setting, String> settings, GatewayLimits limits, int pageSize, SettableClock clock)
            throws ServerStartException {
        this(data, settings, limits, pageSize, clock, 0);
    }

    GatewayHub(Path data, Map<Setting, String> settings, GatewayLimits limits, int pageSize, SettableClock clock, int port)
            throws ServerStartException {
        store = HubStores.open(data, new HubIdentity("Test hub", "admin@example.org", "hub.example.org"), clock);
        hub = Hub.start(data, store, ServerSettings.of("127.0.0.1", port, null), HubOptions.of(pageSize).withSettings(settings),
                List.of(new GatewayFeature(limits, (_, _) -> {})), clock);
    }

    /** A hub whose gateway answers for files on this machine. */
    static GatewayHub open(Path data, SettableClock clock) throws ServerStartException {
        return new GatewayHub(data, HERE, LIMITS, 100, clock);
    }

    String baseUrl() {
        return hub.baseUrl();
    }

    int port() {
        return URI.create(hub.baseUrl()).getPort();
    }

    /** Returns the base URL of a file at the gateway. */
    String baseUrl(String url) {
        return hub.baseUrl() + "/static/" + StaticAddress.ofUrl(url).path();
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(path.startsWith("http") ? path : hub.baseUrl() + path));
        return client.send((headers.length == 0 ? request : request.headers(headers)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> initiate(String url, String... headers) throws IOException, InterruptedException {
        return get("/static?initiate=" + URLEncoder.encode(url, StandardCharsets.UTF_8), headers);
    }

    HttpResponse<String> terminate(String url, String... headers) throws IOException, InterruptedException {
        return get("/static?terminate=" + URLEncoder.encode(url, StandardCharsets.UTF_8), headers);
    }

    /** Asks the static repository of a file. */
    HttpResponse<String> ask(String url, String query) throws IOException, InterruptedException {
        return get(baseUrl(url) + "?" + query);
    }

    @Override
    public void close() {
        client.close();
        hub.close();
        store.close();
    }
}
