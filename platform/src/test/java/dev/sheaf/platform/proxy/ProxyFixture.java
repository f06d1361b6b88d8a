package dev.sheaf.platform.proxy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.server.ContentCoding;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.sources.NotedFault;
import dev.sheaf.testkit.SettableClock;

/** A proxy that really listens, in front of one source, {@code a}. */
final class ProxyFixture implements AutoCloseable {

    final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    final ScriptedProvider provider = ScriptedProvider.start(clock);
    final HubStore store;
    final HubServer server;
    final LiveProxy proxy;
    final List<Duration> waited = new CopyOnWriteArrayList<>();
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final HttpClient client = HttpClient.newHttpClient();

    ProxyFixture(Path data) throws ServerStartException {
        this(data, Portions.Limits.DEFAULT, FlowGates.OPEN);
    }

    ProxyFixture(Path data, Portions.Limits limits, FlowGates flow) throws ServerStartException {
        store = HubStores.open(data, new HubIdentity("Test hub", "admin@hub.example.org", "hub.example.org"), clock);
        store.put(Source.harvested("a", provider.baseUrl()));
        store.put(Source.imported("local", "Local"));
        server = HubServer.listen(new ServerSettings("127.0.0.1", 0, null, Duration.ofSeconds(10), Duration.ofSeconds(5)));
        proxy = new LiveProxy(store, fetcher, FetchRules.DEFAULT.withTimes(Duration.ofSeconds(2), Duration.ofMinutes(1)),
                new LiveProxy.Place(TokenKey.of(store.tokenSecret()), "admin@hub.example.org",
                        server.baseUrl() + Routes.PROXY + "/", ContentCoding.declared()),
                clock, (time, _) -> waited.add(time), limits);
        server.start(List.of(new ProxyEndpoint(proxy, store, flow, server.baseUrl())));
    }

    String baseUrl() {
        return server.baseUrl() + "/proxy/a";
    }

    HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    HttpResponse<byte[]> post(String path, String form) throws IOException, InterruptedException {
        return client.send(request(path).header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.baseUrl() + path)).timeout(Duration.ofSeconds(20));
    }

    /** The answer to a query of source {@code a}; it must be one. */
    OaiResponse ask(String query) throws IOException, InterruptedException {
        return read(get("/proxy/a?" + query));
    }

    static OaiResponse read(HttpResponse<byte[]> response) {
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + ": " + text(response));
        }
        try {
            return OaiReader.read(response.body());
        } catch (OaiFormatException failure) {
            throw new AssertionError(text(response), failure);
        }
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    static List<String> identifiers(OaiResponse response) {
        return switch (response.answer()) {
            case OaiResponse.ListRecords list -> list.records().stream().map(OaiRecord::identifier).toList();
            case OaiResponse.ListIdentifiers list -> list.headers().stream().map(Header::identifier).toList();
            default -> throw new AssertionError("no list of records: " + response.answer());
        };
    }

    static @Nullable ResumptionToken token(OaiResponse response) {
        return switch (response.answer()) {
            case OaiResponse.ListRecords list -> list.resumptionToken();
            case OaiResponse.ListIdentifiers list -> list.resumptionToken();
            case OaiResponse.ListSets list -> list.resumptionToken();
            default -> null;
        };
    }

    static String next(OaiResponse response) {
        return Objects.requireNonNull(token(response)).value();
    }

    static List<String> codes(OaiResponse response) {
        return response.answer() instanceof OaiResponse.Errors(List<OaiError> errors)
                ? errors.stream().map(OaiError::code).toList()
                : List.of();
    }

    /** Returns the faults that were noted for the repair report. */
    List<NotedFault> faults() throws InterruptedException {
        proxy.flush();
        return store.faults().of("a", 1000);
    }

    @Override
    public void close() {
        client.close();
        server.close();
        proxy.close();
        fetcher.close();
        provider.close();
        store.close();
    }
}
