package dev.sheaf.platform.web.watch;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.hub.HubWatch;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.watch.RepositoryValidation;
import dev.sheaf.platform.watch.WatchSettings;
import dev.sheaf.platform.watch.WatchedRepository;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.KeptValidation.Cause;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.run.ValidationListener;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** A hub with the watch's pages, and simulated repositories, over real HTTP in time that the test sets. */
abstract class WatchPagesFixture {

    /** The tests validate themselves, so that they know when. */
    private static final Map<Setting, String> BY_HAND = Map.of(WatchSettings.VALIDATION_INTERVAL, "0",
            WatchSettings.VALIDATION_AFTER_HARVEST, "0", WatchSettings.LINK_INTERVAL, "0");

    @TempDir
    Path folder = Path.of("");
    final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    final MisbehavingServer server = MisbehavingServer.start(Clock.systemUTC());
    final ScriptedProvider provider = ScriptedProvider.start(Clock.systemUTC());
    final HttpFetcher fetcher = new HttpFetcher(clock);
    private final HttpClient client = HttpClient.newHttpClient();
    private @Nullable HubStore opened;
    private @Nullable Hub running;

    private static final class Watching implements Feature {
        @Override
        public HubPart open(HubContext context) {
            return new HubWatch(context);
        }
    }

    @BeforeEach
    void start() throws Exception {
        HubStore store = HubStores.open(folder, new HubIdentity("Hub", "admin@hub.example.org", "hub.example.org"), clock);
        RepositoryOptions closed = new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND,
                DeletedRecordPolicy.PERSISTENT, null, null,
                FlowRules.NONE.withDenied(List.of(AddressBlock.parse("127.0.0.0/8"))), FlowRules.NONE);
        opened = store;
        running = Hub.start(folder, store, ServerSettings.of("127.0.0.1", 0, null), new HubOptions(100,
                new RepositoryOptions.OfAll(RepositoryOptions.DEFAULT, RepositoryOptions.DEFAULT, Map.of("closed", closed)),
                ClientAddresses.DIRECT).withSettings(BY_HAND), List.of(new Watching()), clock);
    }

    @AfterEach
    void stop() {
        hub().close();
        fetcher.close();
        store().close();
        provider.close();
        server.close();
    }

    HubStore store() {
        return requireNonNull(opened);
    }

    Hub hub() {
        return requireNonNull(running);
    }

    void validated(String id, String baseUrl) {
        store().put(Source.harvested(id, baseUrl));
        long run = store().begin(id, clock.instant());
        store().end(run, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1), clock.instant());
        validate(id);
    }

    void validate(String id) {
        RepositoryValidation validation = new RepositoryValidation(store().validations(), fetcher, FetchRules.DEFAULT, clock,
                (_, _) -> {});
        WatchedRepository repository = WatchedRepository.of(store().status(id).orElseThrow()).orElseThrow();
        assertThat(validation.claim(repository)).isTrue();
        assertThat(validation.run(repository, Cause.OPERATOR, ValidationOptions.DEFAULT.withSample(20), () -> false,
                ValidationListener.NONE)).isPresent();
    }

    HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(hub().baseUrl() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    String page(String path) throws Exception {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }
}
