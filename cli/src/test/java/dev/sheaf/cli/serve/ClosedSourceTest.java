package dev.sheaf.cli.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.cli.Features;
import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.acceptance.ResponseCheck;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.ConfigurationFile;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.hub.HubProxy;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Subscription.How;
import dev.sheaf.store.notices.Subscription.Topic;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.sources.SourceCare;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** A source that is closed to a client is closed to it at every address of the hub; asked from two addresses of the loopback network. */
class ClosedSourceTest {

    private static final String IDENTIFIER = "oai:secret.example.org:1";
    private static final String RULES = """
            repositories:
              secret:
                limits: {deny: all, allow: [127.0.0.1]}
              staff:
                limits: {deny: all, allow: [127.0.0.1]}
            """;

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient allowed = client("127.0.0.1");
    private final HttpClient denied = client("127.0.0.2");
    @SuppressWarnings("NullAway.Init")
    private HubStore store;
    @SuppressWarnings("NullAway.Init")
    private Hub hub;

    private static HttpClient client(String address) {
        return HttpClient.newBuilder().localAddress(InetAddress.ofLiteral(address)).build();
    }

    @BeforeEach
    void fill() {
        store = HubStores.open(folder.resolve("data"), new HubIdentity("Hub", "admin@example.org", "hub.example.org"),
                clock);
        for (String source : List.of("secret", "open")) {
            store.put(new Source(source, Source.Kind.HARVESTED, "http://127.0.0.1:9/" + source, "Name of " + source,
                    List.of(), List.of(), Source.Settings.DEFAULT));
            save(source, 1);
            save(source, 2);
        }
        store.save(new Batch("secret", 1,
                new MetadataFormat(new MetadataPrefix("vault_format"), "https://example.org/vault.xsd",
                        "https://example.org/vault/"),
                List.of(record("secret", 1))));
        store.put(Aggregate.of("mixed").withSources("secret", "open"));
        store.put(Aggregate.of("staff").withSources("secret", "open"));
    }

    private void save(String source, int number) {
        store.save(new Batch(source, 1, MetadataFormat.OAI_DC, List.of(record(source, number))));
    }

    private static OaiRecord record(String source, int number) {
        return new OaiRecord(
                new Header("oai:" + source + ".example.org:" + number, Datestamp.parse("2025-01-01T00:00:00Z"),
                        List.of(new SetSpec(source + "-set")), false),
                new DublinCoreWriter().add("title", "Harvest of " + source).add("type", source + " things").end());
    }

    /** Starts a hub; both what it placed and its index are up to date. */
    private void serve(String rules) throws Exception {
        if (hub != null) {
            hub.close();
        }
        Path file = Files.writeString(folder.resolve("sheaf.yaml"), rules);
        Configuration configuration = Configuration.of(ConfigurationFile.read(file), Map.of(), Map.of());
        try (SearchIndexer indexer = new SearchIndexer(store, Hub.indexOf(folder.resolve("data")))) {
            indexer.catchUp();
        }
        hub = Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null),
                new HubOptions(500, configuration.repositories(),
                        ClientAddresses.DIRECT, FetchRules.DEFAULT, new HubOptions.Proxying("admin@example.org", 0))
                        .withAnnouncing(new HubOptions.Announcing(Duration.ofSeconds(5), true)),
                Features.ALL, clock);
    }

    @AfterEach
    void stop() {
        allowed.close();
        denied.close();
        hub.close();
        store.close();
    }

    private HttpResponse<String> get(HttpClient client, String pathAndQuery) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + pathAndQuery)).build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private String page(HttpClient client, String pathAndQuery) throws IOException, InterruptedException {
        HttpResponse<String> response = get(client, pathAndQuery);
        assertThat(response.statusCode()).as(pathAndQuery).isEqualTo(200);
        return response.body();
    }

    private String valid(HttpClient client, String pathAndQuery) throws IOException, InterruptedException {
        String page = page(client, pathAndQuery);
        ResponseCheck.check(page.getBytes(StandardCharsets.UTF_8));
        return page;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/oai/secret?verb=Identify", "/oai/secret?verb=ListRecords&metadataPrefix=oai_dc",
            "/oai/secret?verb=ListRecords&resumptionToken=any", "/browse/secret", "/browse/secret?verb=ListSets",
            "/records/secret/oai_dc/" + IDENTIFIER, "/records/secret/oai_dc/" + IDENTIFIER + "?raw",
            "/records/secret/oai_dc/" + IDENTIFIER + "?format=jsonld", "/records/secret/oai_dc/" + IDENTIFIER + "?version=1",
            "/records/secret/oai_dc/unknown", "/stats/secret", "/proxy/secret?verb=Identify",
            "/proxy/secret/checked?verb=Identify", "/proxy/secret/1.1?verb=Identify", "/oai/staff?verb=Identify",
            "/browse/staff?verb=ListRecords&metadataPrefix=oai_dc"})
    void addressOfAClosedRepository_isForbiddenToADeniedClientOnly(String address) throws Exception {
        serve(RULES);
        HttpResponse<String> refusal = get(denied, address);
        assertThat(refusal.statusCode()).isEqualTo(403);
        assertThat(refusal.body()).contains("127.0.0.2").doesNotContain("Harvest of secret", "Name of secret");
        assertThat(get(allowed, address).statusCode()).isNotEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/oai", "/oai/mixed"})
    void aggregateWithWiderRules_holdsNothingOfAClosedSource(String repository) throws Exception {
        serve("{}");
        assertThat(valid(denied, repository + "?verb=ListRecords&metadataPrefix=oai_dc")).as("harvested while it is open")
                .contains("Harvest of secret");
        clock.advance(Duration.ofDays(1));
        serve(RULES);
        save("secret", 3);
        for (HttpClient client : List.of(allowed, denied)) {
            assertThat(valid(client, repository + "?verb=ListSets")).contains("open").doesNotContain("secret");
            assertThat(valid(client, repository + "?verb=Identify")).doesNotContain("secret");
            assertThat(valid(client, repository + "?verb=ListRecords&metadataPrefix=oai_dc")).contains("Harvest of open")
                    .doesNotContain("Harvest of secret", "oai:secret.example.org:3")
                    .containsPattern("(?s)<header status=\"deleted\">\\s*<identifier>oai:secret.example.org:1<")
                    .containsPattern("(?s)<header status=\"deleted\">\\s*<identifier>oai:secret.example.org:2<");
            assertThat(valid(client, repository + "?verb=GetRecord&metadataPrefix=oai_dc&identifier=" + IDENTIFIER))
                    .contains("status=\"deleted\"").doesNotContain("Harvest of secret");
            assertThat(valid(client, repository + "?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:secret.example.org:3"))
                    .contains("idDoesNotExist");
            assertThat(valid(client, repository + "?verb=ListRecords&metadataPrefix=oai_dc&set=secret&from=2025-03-02T00:00:00Z"))
                    .as("an incremental harvest receives the deletions").contains("status=\"deleted\"")
                    .doesNotContain("Harvest of secret");
            assertThat(
                    page(client, "/browse" + repository.substring("/oai".length()) + "?verb=ListRecords&metadataPrefix=oai_dc"))
                    .contains("Harvest of open").doesNotContain("Harvest of secret");
        }
    }

    @Test
    void sourceThatWasNeverOpen_leavesNoTraceInAggregates() throws Exception {
        serve(RULES.replace("secret:", "vault:"));
        store.put(Source.imported("vault", "Vault"));
        save("vault", 1);
        store.save(new Batch("vault", 1, new MetadataFormat(new MetadataPrefix("only_here"), "https://example.org/only.xsd",
                "https://example.org/only/"), List.of(record("vault", 1))));
        for (String repository : List.of("/oai", "/browse")) {
            for (String verb : List.of("ListRecords&metadataPrefix=oai_dc", "ListSets", "Identify", "ListMetadataFormats")) {
                assertThat(page(denied, repository + "?verb=" + verb)).doesNotContainIgnoringCase("vault ", "vault-set",
                        "oai:vault",
                        ">vault<", "only_here");
            }
        }
        assertThat(valid(denied, "/oai?verb=ListRecords&metadataPrefix=only_here")).contains("cannotDisseminateFormat");
    }

    @Test
    void aggregateWithTheSameRules_showsTheClosedSourceToThoseAllowed() throws Exception {
        serve(RULES);
        assertThat(valid(allowed, "/oai/staff?verb=ListRecords&metadataPrefix=oai_dc")).contains("Harvest of secret",
                "Harvest of open").doesNotContain("deleted");
        assertThat(page(allowed, "/browse/staff?verb=ListSets")).contains("secret");
    }

    @Test
    void sourceThatIsOpenedAgain_comesBackIntoAggregates() throws Exception {
        serve(RULES);
        assertThat(valid(denied, "/oai?verb=ListRecords&metadataPrefix=oai_dc")).doesNotContain("Harvest of secret");
        serve("{}");
        assertThat(valid(denied, "/oai?verb=ListRecords&metadataPrefix=oai_dc")).contains("Harvest of secret")
                .doesNotContain("deleted");
        assertThat(valid(denied, "/oai?verb=ListSets")).contains("secret");
    }

    @Test
    void portal_neitherFindsNorCountsNorNamesAClosedSource() throws Exception {
        serve(RULES);
        for (String address : List.of("/", "/?q=", "/?q=Harvest", "/?q=harvest&source=secret", "/?q=&type=secret+things",
                "/?q=&sort=title", "/?q=&more=source", "/repositories", "/stats")) {
            assertThat(page(denied, address)).as(address).doesNotContain("Harvest of secret", "Name of secret",
                    "secret.example.org", "/secret\"");
        }
        assertThat(page(denied, "/?q=Harvest")).contains("2 results", "Harvest of open").doesNotContain("secret");
        assertThat(page(allowed, "/?q=Harvest")).contains("4 results", "Harvest of secret", "Name of secret");
        assertThat(page(denied, "/")).contains("Search 2 records from 1 source");
        assertThat(page(allowed, "/")).contains("Search 4 records from 2 sources");
        assertThat(page(denied, "/repositories")).contains("1 source").doesNotContain("2 sources");
        assertThat(page(allowed, "/repositories")).contains("2 sources", "Name of secret");
        assertThat(page(denied, "/stats")).contains("Name of open");
        assertThat(page(allowed, "/stats")).contains("Name of secret");
    }

    /** Each query misspells a word that only the closed source has, alone or beside words that the open one has. */
    @ParameterizedTest
    @ValueSource(strings = {"secrt", "secrte", "secrt+OR+opne", "secrt+things", "secrt&source=secret"})
    void portal_suggestsNoWordOfAClosedSource(String query) throws Exception {
        save("open", 3);
        save("open", 4);
        serve(RULES);

        assertThat(page(allowed, "/?q=" + query)).contains("Did you mean").contains("secret");
        assertThat(page(denied, "/?q=" + query).replace("secret\"", "")).doesNotContain("q=secret", ">secret");
        assertThat(page(denied, "/?q=opne")).as("words of the open source are proposed").contains("Did you mean");
    }

    @Test
    void recordsKeptOfARemovedSource_stayClosed() throws Exception {
        store.remove("secret", true);
        serve(RULES);
        assertThat(page(denied, "/?q=Harvest")).contains("2 results").doesNotContain("secret");
        assertThat(get(denied, "/records/secret/oai_dc/" + IDENTIFIER).statusCode()).isEqualTo(403);
        assertThat(page(allowed, "/?q=Harvest")).contains("4 results");
    }

    @Test
    void plainProxy_refusesADeniedClient() throws Exception {
        serve(RULES);
        URI proxy = URI.create(hub.part(HubProxy.class).flatMap(HubProxy::address).orElseThrow());
        for (String address : List.of("127.0.0.1", "127.0.0.2")) {
            try (HttpClient client = HttpClient.newBuilder().localAddress(InetAddress.ofLiteral(address))
                    .proxy(ProxySelector.of(new InetSocketAddress(proxy.getHost(), proxy.getPort()))).build()) {
                HttpResponse<String> response = client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:9/secret?verb=Identify")).build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(response.statusCode() == 403).as(address).isEqualTo(address.equals("127.0.0.2"));
            }
        }
    }

    @Test
    void subscription_isRefusedToADeniedClient() throws Exception {
        serve(RULES);
        assertThat(subscribe(denied, "/oai/secret")).isEqualTo(403);
        assertThat(subscribe(denied, "/oai/staff")).isEqualTo(403);
        assertThat(subscribe(denied, "/oai/open")).isEqualTo(202);
        assertThat(subscribe(allowed, "/oai/secret")).isEqualTo(202);
    }

    private int subscribe(HttpClient client, String topic) throws IOException, InterruptedException {
        String form = "hub.mode=subscribe&hub.topic=" + URLEncoder.encode(hub.baseUrl() + topic, StandardCharsets.UTF_8)
                + "&hub.callback=" + URLEncoder.encode("http://127.0.0.1:9/", StandardCharsets.UTF_8);
        return client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + "/sync"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)).build(), HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    /** It subscribed when the repository was open, and its address has been denied since. */
    @Test
    void receiverOfADeniedAddress_isNotNotified() throws Exception {
        for (String repository : List.of("secret", "staff", "open")) {
            store.subscriptions().put(new Topic(repository, "", How.SUBSCRIBED, "http://127.0.0.1:9/" + repository), null, null,
                    clock.instant(), clock.instant().plus(Duration.ofDays(30)),
                    new Position(clock.instant().getEpochSecond(), store.lastSeq()));
        }
        serve(RULES.replace("allow: [127.0.0.1]", "allow: [127.0.0.2]"));
        save("secret", 3);
        save("open", 3);
        clock.advance(Duration.ofSeconds(1));
        for (String repository : List.of("secret", "staff", "open")) {
            String error = awaitFailure(repository);
            assertThat(error.contains("closed to the receiver's address")).as(repository + ": " + error)
                    .isEqualTo(!repository.equals("open"));
        }
    }

    private String awaitFailure(String repository) throws InterruptedException {
        while (true) {
            Optional<String> error = store.subscriptions().all().stream()
                    .filter(subscription -> subscription.topic().repository().equals(repository) && subscription.failures() > 0)
                    .map(subscription -> String.valueOf(subscription.error())).findFirst();
            if (error.isPresent()) {
                return error.get();
            }
            clock.advance(Duration.ofSeconds(1));
            hub.wake();
            LockSupport.parkNanos(20_000_000);
        }
    }

    @Test
    void unlistedSource_leavesTheRepositoryOfEverythingAndIsServedAtItsOwnAddress() throws Exception {
        clock.advance(Duration.ofDays(1));
        serve("{}");
        assertThat(valid(denied, "/oai?verb=ListRecords&metadataPrefix=oai_dc")).contains("Harvest of open");
        store.monitoring().put("open", new SourceCare(false, null, null, false, false));
        store.membership().finish();
        serve("{}");
        save("open", 3);
        assertThat(valid(denied, "/oai?verb=ListRecords&metadataPrefix=oai_dc"))
                .contains("Harvest of secret", "status=\"deleted\"")
                .doesNotContain("Harvest of open", "oai:open.example.org:3");
        assertThat(valid(denied, "/oai?verb=ListSets")).contains("secret").doesNotContain("Name of open", "open-set");
        assertThat(valid(denied, "/oai/open?verb=ListRecords&metadataPrefix=oai_dc")).contains("Harvest of open")
                .doesNotContain("deleted");
        assertThat(valid(denied, "/oai/mixed?verb=ListRecords&metadataPrefix=oai_dc")).contains("Harvest of open");
        assertThat(page(denied, "/?q=Harvest")).contains("Harvest of open");
        store.monitoring().put("open", SourceCare.DEFAULT);
        store.membership().finish();
        assertThat(valid(denied, "/oai?verb=ListRecords&metadataPrefix=oai_dc")).contains("Harvest of open",
                "oai:open.example.org:3").doesNotContain("deleted");
    }

    @Test
    void unlistedSourceThatIsRemoved_doesNotAppearInTheRepositoryOfEverything() throws Exception {
        store.put(Source.imported("hidden", "Hidden"));
        store.monitoring().put("hidden", new SourceCare(false, null, null, false, false));
        save("hidden", 1);
        store.remove("hidden", false);
        store.put(Aggregate.of("mixed").withSources("open"));
        serve("{}");
        assertThat(valid(denied, "/oai?verb=ListRecords&metadataPrefix=oai_dc")).doesNotContain("oai:hidden");
    }
}
