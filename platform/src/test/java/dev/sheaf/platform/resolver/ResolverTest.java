package dev.sheaf.platform.resolver;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

/** The resolver over real HTTP. */
class ResolverTest {

    private static final String HOME = "https://home.example.org/oai";
    private static final String HTML = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8";

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private HubStore store;
    private Hub hub;

    @BeforeEach
    void start() throws Exception {
        store = HubStores.open(folder, new HubIdentity("hub", "admin@hub.example.org", "hub.example.org"), clock);
        store.put(Source.harvested("home", HOME));
        store.put(Source.imported("local", "Local & own"));
        store.put(Source.imported("closed", "Closed"));
        save("home", MetadataFormat.OAI_DC, record("oai:x:1", dublinCore("One", "https://example.org/one?a=b")),
                record("oai:x:both", dublinCore("Both", "doi:10.1000/182")), record("oai:x:gone", null),
                record("oai:x:1.html", dublinCore("Named like a suffix", "nothing")),
                record("oai:x:a/../b", dublinCore("Tricky", "javascript:alert(1)")),
                record("oai:x:\u00e4 b?c#d%2F<e>", dublinCore("Odd", "http://example.org/\r\nX-Evil: 1")));
        save("home", ListedRepository.MARC, record("oai:x:1", ListedRepository.marc()));
        save("local", MetadataFormat.OAI_DC, record("oai:x:both", dublinCore("Both, copied", "10.1000/182")));
        save("closed", MetadataFormat.OAI_DC, record("oai:x:secret", dublinCore("Secret", "doi:10.1000/999")),
                record("oai:x:1", dublinCore("Secret copy", "x")));
        try (SearchIndex index = RecordIndex.open(Hub.indexOf(folder)); SearchIndexer indexer = new SearchIndexer(store, index)) {
            indexer.catchUp();
        }
        FlowRules denied = FlowRules.NONE.withDenied(List.of(AddressBlock.parse("127.0.0.0/8")));
        RepositoryOptions closed = new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND,
                DeletedRecordPolicy.PERSISTENT, null, null, denied, FlowRules.NONE);
        HubOptions options = new HubOptions(100, new RepositoryOptions.OfAll(RepositoryOptions.DEFAULT, RepositoryOptions.DEFAULT,
                Map.of("closed", closed)), ClientAddresses.DIRECT);
        hub = Hub.start(folder, store, ServerSettings.of("127.0.0.1", 0, null), options, List.of(new ResolverFeature()), clock);
    }

    private void save(String source, MetadataFormat format, OaiRecord... records) {
        store.save(new Batch(source, 1, format, List.of(records)));
    }

    private OaiRecord record(String identifier, @Nullable XmlFragment metadata) {
        return new OaiRecord(new Header(identifier, Datestamp.ofSecond(clock.instant()), List.of(), metadata == null), metadata);
    }

    private static XmlFragment dublinCore(String title, String identifier) {
        return XmlFragment.of(ListedRepository.dublinCore(title).toString().replace("</oai_dc:dc>",
                "<dc:identifier>" + identifier + "</dc:identifier></oai_dc:dc>"));
    }

    @AfterEach
    void stop() {
        client.close();
        hub.close();
        store.close();
    }

    private HttpResponse<String> get(String path, String accept) throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(hub.baseUrl() + path)).header("Accept", accept).build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 400) {
            assertThat(response.headers().firstValue("X-Robots-Tag")).as(path).contains("noindex");
        }
        assertThat(response.body()).doesNotContain("Secret");
        return response;
    }

    private HttpResponse<String> get(String path) throws Exception {
        return get(path, "*/*");
    }

    private String location(String path, String accept) throws Exception {
        HttpResponse<String> response = get(path, accept);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(302);
        return response.headers().firstValue("Location").orElseThrow();
    }

    @Test
    void identifier_leadsProgramsToTheHomeRepository_andPeopleToTheRecord() throws Exception {
        assertThat(location("/id/oai:x:1", "*/*"))
                .isEqualTo(HOME + "?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai%3Ax%3A1");
        assertThat(location("/id/oai:x:1", HTML)).isEqualTo("/records/home/oai_dc/oai:x:1");
        assertThat(location("/id/oai:x:1.html", "*/*")).as("an existing identifier takes precedence")
                .contains("identifier=oai%3Ax%3A1.html");
        JsonNode json = JsonMapper.shared().readTree(get("/id/oai:x:1", "application/json").body());
        assertThat(json.path("copies")).hasSize(1);
        assertThat(json.path("copies").path(0).path("formats").toString()).isEqualTo("[\"marc21\",\"oai_dc\"]");
    }

    @Test
    void suffixes_leadToWhatTheySay() throws Exception {
        assertThat(location("/id/oai:x:1.xml", "*/*")).isEqualTo(
                hub.baseUrl() + "/oai/home?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai%3Ax%3A1");
        assertThat(location("/id/oai:x:1.ListMetadataFormats", "*/*"))
                .isEqualTo(HOME + "?verb=ListMetadataFormats&identifier=oai%3Ax%3A1");
        assertThat(location("/id/oai:x:1.resource", "*/*")).isEqualTo("https://example.org/one?a=b");
        assertThat(location("/id/oai:x:both.resource?source=home", "*/*")).isEqualTo("https://doi.org/10.1000/182");
        HttpResponse<String> raw = get("/id/oai:x:1.oai_dc");
        assertThat(raw.body()).startsWith("<oai_dc:dc").contains("<dc:title>One</dc:title>");
        assertThat(raw.headers().firstValue("Content-Security-Policy").orElse("")).contains("sandbox");
        assertThat(get("/id/oai:x:1.marc21").body()).startsWith("<record");
        assertThat(get("/id/oai:x:both.marc21").statusCode()).isEqualTo(404);
        assertThat(get("/id/oai:x:1.nosuch").statusCode()).isEqualTo(404);
        for (String suffix : List.of("services", "ListERRoLs")) {
            HttpResponse<String> list = get("/id/oai:x:1." + suffix);
            assertThat(list.statusCode()).isEqualTo(200);
            assertThat(list.body()).contains(".ListMetadataFormats", ".resource", "/id/oai:x:1.marc21", "noindex");
        }
    }

    @Test
    void severalCopies_areListed_andOneCanBeChosen() throws Exception {
        HttpResponse<String> list = get("/id/oai:x:both", HTML);
        assertThat(list.statusCode()).isEqualTo(200);
        assertThat(list.body()).contains("/records/home/oai_dc/oai:x:both", "/records/local/oai_dc/oai:x:both",
                "Local &amp; own");
        assertThat(get("/id/oai:x:both.oai_dc?source=local").body()).contains("Both, copied");
        assertThat(location("/id/oai:x:both?source=local", "*/*")).startsWith(hub.baseUrl() + "/oai/local?verb=GetRecord");
        assertThat(get("/id/oai:x:both?source=nosuch").statusCode()).isEqualTo(404);
        assertThat(JsonMapper.shared().readTree(get("/id/oai:x:both.json").body()).path("copies")).hasSize(2);
    }

    @Test
    void withdrawnItem_isGone() throws Exception {
        assertThat(get("/id/oai:x:gone").statusCode()).isEqualTo(410);
        assertThat(get("/id/oai:x:gone.oai_dc").statusCode()).isEqualTo(410);
        assertThat(get("/id/oai:x:gone.resource").statusCode()).isEqualTo(410);
        assertThat(get("/id/oai:x:gone.services").statusCode()).isEqualTo(410);
        assertThat(get("/id/oai:x:gone.json").statusCode()).isEqualTo(410);
    }

    @Test
    void unknownIdentifier_isNotFound_withHelp() throws Exception {
        HttpResponse<String> unknown = get("/id/oai:x:nosuch%3Cb%3E", HTML);
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.body()).contains(".ListMetadataFormats", "/?q=");
        assertThat(unknown.body()).doesNotContain("nosuch<b>");
        HttpResponse<String> text = get("/id/oai:x:nosuch%3Cb%3E");
        assertThat(text.statusCode()).isEqualTo(404);
        assertThat(text.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
        assertThat(text.body()).contains("oai:x:nosuch<b>");
    }

    @Test
    void deletion_isToldByItsCause() throws Exception {
        clock.set(Instant.parse("2025-04-02T12:00:00Z"));
        save("home", MetadataFormat.OAI_DC,
                new OaiRecord(new Header("oai:x:both", Datestamp.received("2025-02-01"), List.of(), true),
                        null));
        try (Census census = store.census("local")) {
            census.deleteMissing(1, clock.instant());
        }
        assertThat(get("/id/oai:x:both.resource").body()).contains("its source no longer offered it on 2025-04-02")
                .contains("Its source has deleted it.");
        assertThat(page("/records/local/oai_dc/oai:x:both")).contains("its source no longer offered it on 2025-04-02")
                .doesNotContain("has deleted it");
        assertThat(page("/records/home/oai_dc/oai:x:both")).contains("Its source has deleted it.", "2025-02-01");
        clock.set(Instant.parse("2025-05-03T12:00:00Z"));
        store.remove("home", false);
        assertThat(page("/records/home/oai_dc/oai:x:1"))
                .contains("no longer in this catalogue: its source was removed on 2025-05-03",
                        "<dt>Datestamp at the source</dt>\n<dd><code>2025-03-01T12:00:00Z</code></dd>")
                .doesNotContain("has deleted it");
        assertThat(get("/id/oai:x:1.oai_dc").body()).contains("its source was removed on 2025-05-03");
        assertThat(get("/id/oai:x:1.services", HTML).body()).contains("its source was removed on 2025-05-03");
        JsonNode deletion = JsonMapper.shared().readTree(get("/id/oai:x:1.json").body()).path("copies").path(0).path("deletion");
        assertThat(deletion.path("cause").stringValue()).isEqualTo("source-removed");
        assertThat(deletion.path("datestampAtSource").stringValue()).isEqualTo("2025-03-01T12:00:00Z");
    }

    private String page(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + path)).build(),
                HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    void closedSource_doesNotExist() throws Exception {
        assertThat(get("/id/oai:x:secret").statusCode()).isEqualTo(404);
        assertThat(get("/id/oai:x:secret.oai_dc").statusCode()).isEqualTo(404);
        assertThat(get("/id/oai:x:1?source=closed").statusCode()).isEqualTo(404);
        assertThat(get("/id/10.1000/999").statusCode()).isEqualTo(404);
        assertThat(JsonMapper.shared().readTree(get("/id/oai:x:1.json").body()).path("copies")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/id/10.1000/182", "/id/doi:10.1000/182", "/id/https:%2F%2Fdoi.org%2F10.1000%2F182",
            "/id/10.1000/182.services"})
    void doi_listsTheRecordsOfTheWork(String path) throws Exception {
        HttpResponse<String> page = get(path, HTML);
        assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
        assertThat(page.body()).contains("DOI 10.1000/182", "https://doi.org/10.1000/182", "/records/home/oai_dc/oai:x:both",
                "/records/local/oai_dc/oai:x:both", "noindex");
    }

    @Test
    void doi_forPrograms() throws Exception {
        JsonNode json = JsonMapper.shared().readTree(get("/id/10.1000/182.json").body());
        assertThat(json.path("scheme").stringValue()).isEqualTo("DOI");
        assertThat(json.path("total").intValue()).isEqualTo(2);
        assertThat(location("/id/10.1000/182.resource", "*/*")).isEqualTo("https://doi.org/10.1000/182");
        HttpResponse<String> none = get("/id/10.1234/nobody5", HTML);
        assertThat(none.statusCode()).isEqualTo(404);
        assertThat(none.body()).contains("This hub has no record of it", "https://doi.org/10.1234/nobody5");
    }

    @Test
    void oddIdentifiers_areReachedByTheLinksOfTheirLists() throws Exception {
        for (String identifier : List.of("oai:x:\u00e4 b?c#d%2F<e>", "oai:x:a/../b")) {
            String path = ResolverPath.write(identifier, ".services");
            HttpResponse<String> list = get(path);
            assertThat(list.statusCode()).as(path).isEqualTo(200);
            assertThat(ResolverPath.read(path)).contains(identifier + ".services");
            String raw = ResolverPath.write(identifier, ".oai_dc");
            assertThat(list.body()).contains("href=\"" + raw + "?source=home\"").doesNotContain("<e>");
            assertThat(get(raw).body()).startsWith("<oai_dc:dc");
        }
    }

    @Test
    void resource_isNeverAScriptOrAHeader() throws Exception {
        assertThat(get(ResolverPath.write("oai:x:a/../b", ".resource")).statusCode()).isEqualTo(404);
        HttpResponse<String> split = get(ResolverPath.write("oai:x:\u00e4 b?c#d%2F<e>", ".resource"));
        assertThat(split.headers().firstValue("X-Evil")).isEmpty();
        assertThat(split.statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/id/", "/id/%20", "/id/..%2f..%2fetc/passwd", "/id/%2e%2e/admin", "/id/%00", "/id/%0d%0aX-Evil:%201",
            "/id/%c3%28", "/id/%ff", "/id//", "/id/.", "/id/.html", "/id/a;b=c", "/id/%252e%252e"})
    void trickInAPath_isNotFound(String path) throws Exception {
        HttpResponse<String> response = client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(path).isIn(400, 404);
        assertThat(response.headers().firstValue("X-Evil")).isEmpty();
        assertThat(response.body()).doesNotContain("root:");
    }

    @Test
    void veryLongPath_isRefused() throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(hub.baseUrl() + "/id/" + "a.".repeat(4_000))).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(404);
        HttpResponse<String> longer = client.send(
                HttpRequest.newBuilder(URI.create(hub.baseUrl() + "/id/" + "a".repeat(40_000))).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(longer.statusCode()).isIn(414, 431);
    }
}
