package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.proxy.LiveProxy;
import dev.sheaf.platform.proxy.ProxyEndpoint;
import dev.sheaf.platform.server.ContentCoding;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.OaiEndpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.SchemaEndpoint;
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** A hub over real HTTP and a real store: what it harvests, it serves. */
final class TestHub implements AutoCloseable {

    private final HubStore store;
    private final HubServer server;
    private final HttpFetcher fetcher = new HttpFetcher();
    private final HttpClient client = HttpClient.newHttpClient();

    TestHub(Path data, String name) throws ServerStartException {
        store = HubStores.open(data, new HubIdentity(name, "admin@" + name + ".example.org", name + ".example.org"),
                InstantSource.system());
        server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
        ProviderSettings settings = ProviderSettings.of(server.baseUrl(), TokenKey.of(store.tokenSecret())).withPages(40, 100,
                100);
        store.servesAt(aggregateUrl());
        server.start(List.of(new OaiEndpoint(settings, () -> store.aggregate(aggregateUrl()),
                id -> store.repository(id, sourceUrl(id)), SegmentCache.fittingMemory()),
                new ProxyEndpoint(new LiveProxy(store, fetcher, FetchRules.DEFAULT,
                        new LiveProxy.Place(TokenKey.of(store.tokenSecret()), "admin@" + name + ".example.org",
                                server.baseUrl() + Routes.PROXY + "/", ContentCoding.declared()),
                        InstantSource.system()), store, FlowGates.OPEN, server.baseUrl()),
                new SchemaEndpoint(store.ownSchemas())));
    }

    HubStore store() {
        return store;
    }

    String aggregateUrl() {
        return server.baseUrl() + Routes.OAI;
    }

    String sourceUrl(String id) {
        return aggregateUrl() + "/" + id;
    }

    /** Where the live proxy in front of a source answers. */
    String proxyUrl(String id) {
        return server.baseUrl() + Routes.proxy(id);
    }

    HarvestOutcome harvest(String id, String baseUrl) {
        return harvest(id, baseUrl, ProgressListener.NONE);
    }

    HarvestOutcome harvest(String id, String baseUrl, ProgressListener listener) {
        Source source = Source.harvested(id, baseUrl);
        store.put(source);
        // Recorded answers do not change by being waited for.
        Pause noTime = (time, reason) -> {};
        return new Harvester(fetcher, FetchRules.DEFAULT, InstantSource.system(), noTime).harvest(source, HarvestOptions.DEFAULT,
                store, listener);
    }

    /** The answer to a query of a source's mirror or of an aggregate, read; it must be valid. */
    OaiResponse ask(String id, String query) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = fetch((id.equals(Aggregate.EVERYTHING) ? aggregateUrl() : sourceUrl(id)) + "?" + query);
        ResponseCheck.check(response.body());
        return ServingHub.read(response);
    }

    /** The answer at an address of any hub, read; what foreign repositories sent need not be valid. */
    OaiResponse read(String address) throws IOException, InterruptedException {
        return ServingHub.read(fetch(address));
    }

    /** The bytes at an address of any hub. */
    byte[] bytes(String address) throws IOException, InterruptedException {
        return fetch(address).body();
    }

    /** The response at an address of any hub. */
    HttpResponse<byte[]> fetch(String address) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    @Override
    public void close() {
        client.close();
        server.close();
        fetcher.close();
        store.close();
    }
}
