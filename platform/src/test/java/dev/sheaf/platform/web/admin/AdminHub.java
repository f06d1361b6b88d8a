package dev.sheaf.platform.web.admin;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.api.ApiEndpoint;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.platform.server.access.AdminGuard;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.sync.Harvests;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

/** A hub with its administration over real HTTP, and a repository that it can harvest. */
public final class AdminHub implements AutoCloseable {

    /** Password of the administration. */
    public static final String PASSWORD = "correct horse battery staple";
    private static final long PATIENCE_SECONDS = 30;

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final Semaphore ended = new Semaphore(0);
    private final HubStore store;
    private final Harvests harvests;
    private final ScriptedProvider repository;
    private final HubServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ApiEndpoint api;

    /** @param baseUrl as the world sees the hub; null for where it listens */
    public AdminHub(Path directory, @Nullable String baseUrl) throws ServerStartException {
        store = HubStores.open(directory, new HubIdentity("Hub", "admin@hub.example.org", "hub.example.org"), clock);
        new AdminPassword(store.administration()).set(PASSWORD, clock.instant());
        repository = ScriptedProvider.start(clock).put(SampleRecords.many(30));
        repository.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(text -> text.replace("persistent", "no")));
        harvests = new Harvests(store,
                new SourceHarvest(store, new Harvester(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {}), clock), ended::release);
        server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, baseUrl));
        HubControls controls = new HubControls(store, harvests, new SourceActions(store, clock),
                new AdminGuard(new AdminPassword(store.administration()), ClientAddresses.DIRECT, server.baseUrl(), clock),
                clock);
        api = new ApiEndpoint(controls, server.baseUrl());
        server.start(List.of(new AdminPages(controls, server.baseUrl()), api));
    }

    /** Where it answers. */
    public String address() {
        return "http://127.0.0.1:" + server.port();
    }

    /** The hub's time. */
    public SettableClock clock() {
        return clock;
    }

    /** Returns the store of the hub. */
    public HubStore store() {
        return store;
    }

    /** Returns the repository that the hub can harvest: 30 records. */
    public ScriptedProvider repository() {
        return repository;
    }

    /** Its programming interface. */
    public ApiEndpoint api() {
        return api;
    }

    /** Waits for a run that was begun in the hub. */
    public void awaitEnd() throws InterruptedException {
        if (!ended.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the run has not ended");
        }
    }

    /** Puts a broken record into the quarantine of a source. */
    public void quarantine(String source, @Nullable String identifier, String raw) {
        long run = store.begin(source, clock.instant());
        store.save(new Batch(source, run, List.of(new Batch.Part(MetadataFormat.OAI_DC, List.of(), false)),
                List.of(new Quarantined(identifier, "the record is broken", raw.getBytes(StandardCharsets.UTF_8))), null, null));
        store.end(run, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE_WITH_QUARANTINE, "", Counts.ZERO, 1), clock.instant());
    }

    /** Registers a source of other records than the repository has. */
    public void register(String id, List<OaiRecord> records) {
        store.put(Source.harvested(id, repository.baseUrl()));
        long run = store.begin(id, clock.instant());
        store.save(new Batch(id, run, MetadataFormat.OAI_DC, records));
        store.end(run, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1), clock.instant());
    }

    /** Asks; redirects are not followed. */
    public HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** A request to an address of the hub. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address() + path));
    }

    @Override
    public void close() {
        client.close();
        server.close();
        harvests.close();
        fetcher.close();
        repository.close();
        store.close();
    }
}
