package dev.sheaf.platform.explorer;

import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.address.IpAddress;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.harvester.http.SharedHosts;
import dev.sheaf.harvester.names.PinnedNames;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.platform.server.outgoing.OwnHosts;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.provider.flow.RequestLimit;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Addresses that the explorer asks, and how often. */
class ExplorerAddressesTest {

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private ScriptedProvider provider;

    @BeforeEach
    void start() {
        provider = ScriptedProvider.start(clock).put(SampleRecords.many(3));
    }

    @AfterEach
    void stop() {
        provider.close();
    }

    private ExplorerHub hub(HubOptions options, ExplorerLimits limits) throws Exception {
        return new ExplorerHub(folder, options, limits, clock);
    }

    private ExplorerHub guarded() throws Exception {
        return hub(HubOptions.of(100), ExplorerHub.LIMITS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:PORT/oai", "http://localhost:PORT/oai", "http://10.0.0.1/oai",
            "http://192.168.1.1/oai", "http://169.254.169.254/latest/meta-data", "http://[::1]:PORT/oai",
            "http://0.0.0.0:PORT/oai",
            "http://2130706433:PORT/oai", "http://[::ffff:127.0.0.1]:PORT/oai", "http://0x7f.1:PORT/oai", "127.0.0.1:PORT/oai"})
    void typedAddressInAPrivateNetwork_isNotAsked(String address) throws Exception {
        String port = provider.baseUrl().replaceFirst(".*:(\\d+)/.*", "$1");
        try (ExplorerHub hub = guarded()) {
            HttpResponse<String> page = hub.explore("url", address.replace("PORT", port));

            assertThat(page.statusCode()).as(page.body()).isNotEqualTo(200);
            assertThat(provider.requests()).isEmpty();
        }
    }

    @Test
    void nameThatMovesToAPrivateAddress_isNotAsked_andTheAddressIsNotTold() throws Exception {
        AtomicInteger next = new AtomicInteger();
        String[] answers = {"192.0.2.1", "127.0.0.1"};
        try (ExplorerHub hub = guarded();
                PinnedNames.Pin _ = PinnedNames.answering("changing.example",
                        () -> List.of(InetAddress.ofLiteral(answers[Math.min(1, next.getAndIncrement())])));
                PinnedNames.Pin _ = PinnedNames.answering("inside.example", () -> List.of(InetAddress.ofLiteral("10.1.2.3")))) {
            hub.explore("url", provider.baseUrl().replace("127.0.0.1", "changing.example"));
            hub.explore("url", provider.baseUrl().replace("127.0.0.1", "changing.example"), "fresh", "1");
            HttpResponse<String> inside = hub.explore("url", "http://inside.example/oai");

            assertThat(inside.statusCode()).isEqualTo(502);
            assertThat(inside.body()).contains("leads into a private network").doesNotContain("10.1.2.3");
            assertThat(provider.requests()).isEmpty();
        }
    }

    @Test
    void sourceThatWasPublic_isNotAskedInAPrivateNetworkLater() throws Exception {
        String address = provider.baseUrl().replace("127.0.0.1", "moved.example");
        try (ExplorerHub hub = guarded();
                PinnedNames.Pin _ = PinnedNames.answering("moved.example", () -> List.of(InetAddress.ofLiteral("127.0.0.1")))) {
            hub.store.put(Source.harvested("moved", address));
            // As its first harvest has found it.
            hub.store.hosts().learnNetwork(HostPace.host(URI.create(address)), false, clock.instant());
            for (int attempt = 0; attempt < 2; attempt++) {
                HttpResponse<String> page = hub.explore("source", "moved", "verb", "Identify", "view", "raw", "fresh", "1");

                assertThat(page.statusCode()).as(page.body()).isEqualTo(502);
            }
            assertThat(provider.requests()).isEmpty();
        }
    }

    @Test
    void sourceThatTheExplorerFindsFirst_staysInItsNetwork() throws Exception {
        String address = provider.baseUrl().replace("127.0.0.1", "inside.example");
        try (ExplorerHub hub = guarded();
                PinnedNames.Pin _ = PinnedNames.answering("inside.example", () -> List.of(InetAddress.ofLiteral("127.0.0.1")))) {
            hub.store.put(Source.harvested("inside", address));

            assertThat(hub.explore("source", "inside", "verb", "Identify").statusCode()).isEqualTo(200);
            assertThat(hub.store.hosts().isPrivate(HostPace.host(URI.create(address)))).contains(true);
        }
    }

    @Test
    void sourceWithoutABaseUrl_isNotFound() throws Exception {
        try (ExplorerHub hub = guarded()) {
            hub.store.put(Source.harvested("odd", "ftp://example.org/oai"));

            assertThat(hub.explore("source", "odd").statusCode()).isEqualTo(404);
            assertThat(hub.get("/explorer").body()).doesNotContain("source=odd");
        }
    }

    @Test
    void redirectIntoAPrivateNetwork_isNotFollowed() throws Exception {
        // In this test 127.0.0.1 counts as public, and the rest of the loopback network as private.
        HttpFetcher fetcher = new HttpFetcher(clock, SharedHosts.NONE,
                address -> address.isLoopbackAddress() && !address.getHostAddress().equals("127.0.0.1"));
        provider.when(ReceivedRequest.any(), Behaviour.redirectTo(302, provider.baseUrl().replace("127.0.0.1", "127.0.0.2")));
        try (RepositoryClient client = new RepositoryClient(fetcher, targets("http://127.0.0.1:1"), RequestLimit.perMinute(100),
                clock,
                (_, _) -> {})) {
            RepositoryClient.Outcome outcome = client.ask(target(), Map.of("verb", "Identify"), IpAddress.parse("192.0.2.9"),
                    false);

            assertThat(outcome).isInstanceOfSatisfying(RepositoryClient.Outcome.Failed.class,
                    failed -> assertThat(failed.kind()).isEqualTo(HarvestException.Kind.REDIRECT));
        }
    }

    @Test
    void answerOfTheHubItself_isNotShown() throws Exception {
        HttpFetcher fetcher = new HttpFetcher(clock, SharedHosts.NONE, _ -> false);
        try (ScriptedProvider own = ScriptedProvider.start(clock);
                RepositoryClient client = new RepositoryClient(fetcher, targets(own.baseUrl()),
                        RequestLimit.perMinute(100), clock, (_, _) -> {})) {
            provider.when(ReceivedRequest.any(), Behaviour.redirectTo(302, own.baseUrl()));

            assertThat(client.ask(target(), Map.of("verb", "Identify"), IpAddress.parse("192.0.2.9"), false))
                    .isInstanceOf(RepositoryClient.Outcome.LedHere.class);
        }
    }

    private Target target() {
        BaseUrl baseUrl = BaseUrl.parse(provider.baseUrl());
        return new Target("a", "a", baseUrl, null, FetchRules.DEFAULT.withReach(Reach.PUBLIC));
    }

    private Targets targets(String ownBaseUrl) throws Exception {
        try (ExplorerHub hub = guarded()) {
            return new Targets(hub.store, AccessPolicy.OPEN, FetchRules.DEFAULT, new OwnHosts(ownBaseUrl, List.of()),
                    new Targets.Permission(true, false),
                    ExplorerHub.LIMITS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://example.org/oai", "file:///etc/passwd", "javascript:alert(1)", "gopher://example.org:70/_x",
            "http://user:secret@example.org/oai", "http://", "http:///oai", "\u0000", "http://exa mple.org/"})
    void otherThanAWebAddress_isRefused(String address) throws Exception {
        try (ExplorerHub hub = guarded()) {
            HttpResponse<String> page = hub.explore("url", address);

            assertThat(page.statusCode()).isEqualTo(400);
            assertThat(page.body()).contains("This repository is not asked");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {22, 25, 110, 445})
    void portOfAnotherService_isRefused(int port) throws Exception {
        try (ExplorerHub hub = guarded()) {
            assertThat(hub.explore("url", "http://example.org:" + port + "/oai").statusCode()).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @CsvSource({"http://127.0.0.1:8080, http://127.0.0.1:8080/oai, true",
            "http://127.0.0.1:8080, http://127.0.0.1:9090/oai, false",
            "http://127.0.0.1:8080, http://0.0.0.0:8080/oai, true", "http://127.0.0.1:8080, http://2130706433:8080/oai, true",
            "http://127.0.0.1:8080, http://[::1]:8080/oai, true", "http://127.0.0.1:8080, http://127.7.7.7:8080/oai, true",
            "http://127.0.0.1:8080, http://0.0.0.0:9090/oai, false",
            "https://hub.example.org, https://hub.example.org./oai, true",
            "https://hub.example.org/x, http://HUB.example.org:8080/oai, true",
            "https://hub.example.org, http://other.example.org/, true",
            "https://hub.example.org, https://example.org/oai, false", "https://hub.example.org, http://192.0.2.1/oai, false"})
    void addressesOfTheHub_areRecognised(String hub, String address, boolean isOwn) {
        assertThat(new OwnHosts(hub, List.of("other.example.org")).has(URI.create(address))).isEqualTo(isOwn);
    }

    @Test
    void hubItself_isNotAsked() throws Exception {
        try (ExplorerHub hub = hub(HubOptions.of(100).withSettings(ExplorerHub.HERE), ExplorerHub.LIMITS)) {
            HttpResponse<String> page = hub.explore("url", hub.baseUrl() + "/oai");

            assertThat(page.statusCode()).isEqualTo(403);
            assertThat(page.body()).contains("/browse");
        }
    }

    @Test
    void hubOfItsOwnSources_asksNoOtherAddress() throws Exception {
        try (ExplorerHub hub = hub(HubOptions.of(100).withSettings(Map.of(ExplorerFeature.REPOSITORIES, "sources")),
                ExplorerHub.LIMITS)) {
            hub.store.put(Source.harvested("garden", provider.baseUrl()));

            assertThat(hub.explore("url", provider.baseUrl()).statusCode()).isEqualTo(403);
            assertThat(hub.explore().body()).doesNotContain("name=\"url\"").contains("garden");
            assertThat(hub.explore("source", "garden").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void closedSource_isNeitherListedNorAsked() throws Exception {
        FlowRules closed = FlowRules.NONE.withDenied(List.of(AddressBlock.parse("127.0.0.0/8")));
        RepositoryOptions limited = new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND,
                DeletedRecordPolicy.PERSISTENT, null, null, closed, FlowRules.NONE);
        try (ExplorerHub hub = hub(new HubOptions(100, new RepositoryOptions.OfAll(RepositoryOptions.DEFAULT,
                RepositoryOptions.DEFAULT, Map.of("closed", limited)), ClientAddresses.DIRECT), ExplorerHub.LIMITS)) {
            hub.store.put(Source.harvested("closed", provider.baseUrl()));

            assertThat(hub.explore("source", "closed").statusCode()).isEqualTo(403);
            assertThat(hub.explore().body()).doesNotContain("closed");
            assertThat(provider.requests()).isEmpty();
        }
    }

    @Test
    void failureOfASource_doesNotTellItsAddress() throws Exception {
        try (ExplorerHub hub = guarded()) {
            hub.store.put(Source.harvested("away", "http://127.0.0.1:1/oai"));
            HttpResponse<String> page = hub.explore("source", "away");

            assertThat(page.statusCode()).isEqualTo(502);
            assertThat(page.body()).contains("No connection to the host could be made.").doesNotContain("127.0.0.1");
        }
    }

    @Test
    void pictureOfAnotherSite_makesNobodyAsk() throws Exception {
        try (ExplorerHub hub = hub(HubOptions.of(100).withSettings(ExplorerHub.HERE), ExplorerHub.LIMITS)) {
            String path = "/explorer?url=" + ExplorerHub.encoded(provider.baseUrl());

            assertThat(hub.get(path, "Sec-Fetch-Dest", "image", "Sec-Fetch-Site", "cross-site").statusCode()).isEqualTo(403);
            assertThat(hub.get(path, "Sec-Fetch-Dest", "document", "Sec-Purpose", "prefetch").statusCode()).isEqualTo(403);
            assertThat(provider.requests()).isEmpty();
            assertThat(hub.get(path, "Sec-Fetch-Dest", "document").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void readerBeyondTheBudget_isAskedToWait_andKnownAnswersStayFree() throws Exception {
        ExplorerLimits few = new ExplorerLimits(1 << 20, Duration.ofSeconds(2), Duration.ofSeconds(4),
                new RequestLimit(6, 3, 100, Duration.ofMinutes(1)), 4);
        try (ExplorerHub hub = hub(HubOptions.of(100).withSettings(ExplorerHub.HERE), few)) {
            for (String verb : List.of("Identify", "ListSets", "ListMetadataFormats")) {
                assertThat(hub.explore("url", provider.baseUrl(), "verb", verb).statusCode()).isEqualTo(200);
            }
            HttpResponse<String> refused = hub.explore("url", provider.baseUrl(), "verb", "ListRecords", "metadataPrefix",
                    "oai_dc");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 60L);
            assertThat(provider.requests()).hasSize(3);

            assertThat(hub.explore("url", provider.baseUrl(), "verb", "ListSets", "view", "raw").statusCode()).isEqualTo(200);
            clock.advance(Duration.ofSeconds(11));
            assertThat(hub.explore("url", provider.baseUrl(), "verb", "ListRecords", "metadataPrefix", "oai_dc").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void places_areLimitedForEachReaderAndEachHost_andComeBack() {
        SharedPlaces open = new SharedPlaces(4);
        SharedPlaces.Place first = open.enter("a", "x").orElseThrow();
        SharedPlaces.Place second = open.enter("a", "y").orElseThrow();

        assertThat(open.enter("a", "z")).isEmpty();
        assertThat(open.enter("b", "x")).isPresent();
        assertThat(open.enter("c", "x")).isEmpty();
        assertThat(open.enter("c", "z")).isPresent();
        assertThat(open.enter("d", "w")).isEmpty();
        first.close();
        second.close();
        assertThat(open.enter("a", "z")).isPresent();
    }
}
