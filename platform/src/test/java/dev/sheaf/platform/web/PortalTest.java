package dev.sheaf.platform.web;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.search.SearchHub;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;

import static dev.sheaf.platform.search.SearchHub.deleted;
import static dev.sheaf.platform.search.SearchHub.raw;
import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;

class PortalTest {

    private static final String HOSTILE = "\"><script>alert(1)</script>&'";

    @TempDir
    Path directory;

    SearchHub hub;
    HubServer server;
    HttpClient client;

    @BeforeEach
    void start() throws ServerStartException {
        hub = new SearchHub(directory);
        server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
        server.start(List.of(new Portal(hub.store(), hub.index(), server.baseUrl())));
        client = HttpClient.newHttpClient();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        hub.close();
    }

    @Test
    void emptyHub_explainsTheFirstSteps() throws Exception {
        HttpResponse<String> page = get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("No records yet", "./sheaf harvest", "./sheaf import", "./sheaf demo");
    }

    @Test
    void recordsThatAreNotIndexedYet_areMentioned() throws Exception {
        hub.save("a", MetadataFormat.OAI_DC, record("one", "title=x"));
        assertThat(get("/").body()).contains("The index is being built").doesNotContain("No records yet");
    }

    @Test
    void theFrontPageShowsSourcesWithTheirLastVerdict() throws Exception {
        hub.store().put(new Source("a", Source.Kind.HARVESTED, "http://127.0.0.1/oai", "Archive A", List.of(), List.of(),
                Source.Settings.DEFAULT));
        hub.add("a", record("one", "title=x"), record("two", "title=y"));
        long run = hub.store().begin("a", Instant.parse("2024-01-01T00:00:00Z"));
        hub.store().end(run, new HarvestOutcome(HarvestOutcome.Verdict.PARTIAL, "the list broke off", Counts.ZERO, 3),
                Instant.parse("2024-01-01T00:10:00Z"));
        assertThat(get("/").body()).contains("Search 2 records from 1 source", "Archive A", "incomplete",
                "href=\"/browse/a\"");
        assertThat(get("/repositories").body()).contains("Archive A", "2 records", server.baseUrl() + "/oai/a<",
                server.baseUrl() + "/oai<", "href=\"/browse/a\"", "href=\"/browse\"", "href=\"/?source=a\"");
    }

    @Test
    void showsNormalisedValues() throws Exception {
        hub.add("a", record("oai:x:1", "title=Rivers", "creator=Jane van Doe", "date=[ca. 1890]", "language=ger",
                "identifier=http://dx.doi.org/10.1234/r.7"), record("oai:x:2", "title=Plain"));
        String page = get("/records/a/oai_dc/oai:x:1").body();
        assertThat(page).contains("Normalised values", "1890 (approximate)", "German (de, deu)", "van Doe, Jane",
                "<a href=\"https://doi.org/10.1234/r.7\"><bdi>DOI 10.1234/r.7</bdi></a>", "[ca. 1890]");
        assertThat(get("/records/a/oai_dc/oai:x:2").body()).doesNotContain("Normalised values");
    }

    @Test
    void recordPage_hasDataForSearchEngines() throws Exception {
        hub.add("a",
                record("oai:x:1", "title=Rivers", "creator=Doe, Jane", "type=article", "identifier=https://doi.org/10.1234/r.7",
                        "rights=https://creativecommons.org/licenses/by/4.0/"));
        String page = get("/records/a/oai_dc/oai:x:1").body();
        String data = page.substring(page.indexOf("<script type=\"application/ld+json\">") + 35);
        JsonNode embedded = JsonMapper.shared().readTree(data.substring(0, data.indexOf("</script>")));
        HttpResponse<String> file = get("/records/a/oai_dc/oai:x:1?format=jsonld");
        assertThat(file.headers().firstValue("Content-Type")).contains("application/ld+json");
        JsonNode work = JsonMapper.shared().readTree(file.body());
        assertThat(work).isEqualTo(embedded);
        assertThat(work.path("@context").asString()).isEqualTo("https://schema.org");
        assertThat(work.path("@type").asString()).isEqualTo("ScholarlyArticle");
        assertThat(work.path("@id").asString()).isEqualTo(server.baseUrl() + "/records/a/oai_dc/oai:x:1");
        assertThat(work.path("name").asString()).isEqualTo("Rivers");
        assertThat(work.path("creator").path(0).path("@type").asString()).isEqualTo("Person");
        assertThat(work.path("license").asString()).isEqualTo("https://creativecommons.org/licenses/by/4.0/");
        assertThat(work.path("identifier").path(1).path("value").asString()).isEqualTo("10.1234/r.7");
    }

    @Test
    void metaElements_haveTheYearOfAnUncertainDate_andADoiWithoutTheFullStopAfterIt() throws Exception {
        hub.add("a", record("stop", "title=Emma", "date=[c1987?]", "identifier=doi:10.5555/12345678."));
        assertThat(get("/records/a/oai_dc/stop").body()).contains("name=\"citation_publication_date\" content=\"1987\"",
                "name=\"citation_doi\" content=\"10.5555/12345678\"");
    }

    @Test
    void recordPage_hasMetaElementsAndTypedLinksForCrawlers() throws Exception {
        hub.add("a", record("one", "title=Emma & Co", "title=Emma auf Deutsch", "creator=Austen, Jane",
                "creator=https://orcid.org/0000-0002-1825-0097", "date=1815-12-23", "language=en", "subject=Novels",
                "identifier=https://doi.org/10.5555/12345678", "identifier=https://example.org/emma.pdf", "type=Book",
                "rights=https://creativecommons.org/licenses/by/4.0/"));
        HttpResponse<String> page = get("/records/a/oai_dc/one");
        String canonical = server.baseUrl() + "/records/a/oai_dc/one";
        assertThat(page.body()).contains("<meta name=\"citation_title\" content=\"Emma &amp; Co\"",
                "<meta name=\"citation_author\" content=\"Austen, Jane\"", "content=\"1815/12/23\"",
                "<meta name=\"citation_doi\" content=\"10.5555/12345678\"",
                "<meta name=\"citation_pdf_url\" content=\"https://example.org/emma.pdf\"",
                "<meta name=\"DC.title\" content=\"Emma auf Deutsch\"", "<meta name=\"DC.subject\" content=\"Novels\"")
                .doesNotContain("citation_title\" content=\"Emma auf", "name=\"robots\"");
        assertThat(page.headers().firstValue("Link").orElseThrow()).contains(
                "<https://doi.org/10.5555/12345678>; rel=\"cite-as\"",
                "<" + server.baseUrl() + "/oai/a?verb=GetRecord&identifier=one&metadataPrefix=oai_dc>; rel=\"describedby\"",
                "<" + canonical + "?format=jsonld>; rel=\"describedby\"; type=\"application/ld+json\"",
                "<https://schema.org/Book>; rel=\"type\"", "<https://example.org/emma.pdf>; rel=\"item\"",
                "<https://creativecommons.org/licenses/by/4.0/>; rel=\"license\"",
                "<https://orcid.org/0000-0002-1825-0097>; rel=\"author\"");
    }

    @Test
    void hostileValues_cannotLeaveMetaElementsOrLinks() throws Exception {
        hub.add("a", record("one", "title=" + HOSTILE, "identifier=https://example.org/\">x.pdf",
                "identifier=https://example.org/a\r\nSet-Cookie:.pdf", "identifier=10.1234/a>b",
                "rights=https://example.org/<b>"));
        HttpResponse<String> page = get("/records/a/oai_dc/one");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).doesNotContain("<script>alert", "content=\"\"");
        assertThat(page.headers().firstValue("Link").orElseThrow()).doesNotContain("x.pdf", "Set-Cookie", "a>b", "<b>");
        assertThat(page.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void searchesAndFacets_areNotForCrawlers() throws Exception {
        hub.add("a", record("one", "title=Emma", "subject=Novels"));
        assertThat(get("/?q=emma").body()).contains("<meta name=\"robots\" content=\"noindex,nofollow\">",
                "<a rel=\"nofollow\" href=");
        assertThat(get("/").body()).doesNotContain("name=\"robots\"");
    }

    @Test
    void dataForSearchEnginesCannotEndTheirElement() throws Exception {
        hub.add("a", record("oai:x:1", "title=</script><script>alert(1)</script><!--&"));
        String page = get("/records/a/oai_dc/oai:x:1").body();
        assertThat(page).doesNotContain("<script>alert(1)", "</script><script>");
        JsonNode work = JsonMapper.shared().readTree(get("/records/a/oai_dc/oai:x:1?format=jsonld").body());
        assertThat(work.path("name").asString()).isEqualTo("</script><script>alert(1)</script><!--&");
    }

    @Test
    void searchWithoutResults_offersHelp() throws Exception {
        hub.add("a", record("one", "title=x"));
        HttpResponse<String> page = get("/?q=absent&type=Text");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("No record matches", "Search without the filters", "href=\"/?q=absent\"");
    }

    @Test
    void misspeltWord_getsASuggestionInTheSpellingOfARecord() throws Exception {
        hub.add("a", record("one", "title=Gothic architecture", "type=Text"),
                record("two", "title=Roman architecture", "type=Image"));
        assertThat(get("/?q=architcture").body()).contains("Did you mean", "<bdi>architecture</bdi>", "2 results",
                "href=\"/?q=architecture");
        assertThat(get("/?q=architcture&type=Text").body()).as("filters stay").contains("Did you mean", "1 result",
                "href=\"/?q=architecture&amp;type=Text");
        assertThat(get("/?q=architecture").body()).doesNotContain("Did you mean");
        assertThat(get("/?q=xyzzyqq").body()).contains("No record matches").doesNotContain("Did you mean");
    }

    @Test
    void suggestion_isEscaped() throws Exception {
        hub.add("a", record("one", "title=Gothic architecture"));
        String body = get("/?q=" + java.net.URLEncoder.encode("architcture -\"<b>x</b>\"", StandardCharsets.UTF_8)).body();
        assertThat(body).contains("Did you mean").doesNotContain("<b>x</b>");
    }

    @Test
    void resultsLinkToRecordsFacetsAndPages() throws Exception {
        OaiRecord[] records = new OaiRecord[45];
        for (int i = 0; i < records.length; i++) {
            records[i] = record("oai:x:" + i, "title=Number " + i, "creator=Somebody", "type=" + (i % 2 == 0 ? "Text" : "Image"),
                    "date=1999",
                    "description=about numbers");
        }
        hub.add("a", records);
        String page = get("/?q=numbers&page=2").body();
        assertThat(page).contains("21\u201340 of 45 results", "<mark>numbers</mark>", "href=\"/records/a/oai_dc/oai:x:",
                "href=\"/?q=numbers&amp;type=Text#main\"", "href=\"/?q=numbers&amp;page=3\" rel=\"next nofollow\"",
                "href=\"/?q=numbers\" rel=\"prev nofollow\"", "aria-current=\"page\"", "<title>numbers (45 results, page 2)");
        assertThat(get("/?q=numbers&type=Text").body()).contains("23 results", "Type: Text");
        assertThat(get("/?q=numbers&page=400").body()).as("a page after the last").contains("rel=\"prev nofollow\"");
    }

    @Test
    void escapesTextOfRecordsAndAddresses() throws Exception {
        hub.add("a",
                record("oai:" + HOSTILE, "title=" + HOSTILE, "creator=" + HOSTILE, "type=" + HOSTILE, "subject=" + HOSTILE,
                        "description="
                                + HOSTILE + " word",
                        "identifier=http://example.org/" + HOSTILE, "identifier=javascript:alert(1)", "date=" + HOSTILE));
        String encoded = java.net.URLEncoder.encode(HOSTILE, StandardCharsets.UTF_8);
        for (String path : List.of("/", "/?q=word", "/?q=" + encoded, "/?q=word&subject=" + encoded, "/?type=" + encoded,
                address("a", "oai:" + HOSTILE), "/records/a/oai_dc/" + encoded)) {
            String body = get(path).body();
            assertThat(body).as(path).doesNotContain("<script>").doesNotContain("href=\"javascript").doesNotContain("\"><script");
        }
        assertThat(get("/?q=" + encoded).body()).contains("&lt;script&gt;");
    }

    @ParameterizedTest
    @ValueSource(strings = {"oai:arXiv.org:hep-th/9901001", "http://example.org/a//b?c=d&e#f", "a/../b", "100% \u00fc\u6e90;x+y",
            "a\\b", "tail/",
            "\"<>'{}|^`"})
    void recordsWithAnyIdentifier_haveAPage(String identifier) throws Exception {
        hub.add("a", record(identifier, "title=The title"));
        HttpResponse<String> page = get(address("a", identifier));
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<h1 dir=\"auto\">The title</h1>");
        assertThat(page.body().replace("&amp;", "&").replace("&#39;", "'"))
                .contains("rel=\"canonical\" href=\"" + server.baseUrl() + address("a", identifier) + "\"");
    }

    @Test
    void theRecordPageShowsTheReadableViewAndTheRecordAsHarvested() throws Exception {
        hub.add("a", raw("one", "<dc:title xml:lang='de'>Der Titel</dc:title><dc:relation>doi:10.1000/182</dc:relation>"));
        String page = get("/records/a/oai_dc/one").body();
        assertThat(page).contains("<h1 lang=\"de\" dir=\"auto\">Der Titel</h1>",
                "<a href=\"https://doi.org/10.1000/182\" rel=\"external noopener nofollow\">",
                "As harvested", "&lt;dc:title", "2020-02-02", "<code>a:b</code>",
                "href=\"/oai/a?verb=GetRecord&amp;identifier=one&amp;metadataPrefix=oai_dc\"",
                "href=\"/browse/a?verb=GetRecord&amp;identifier=one&amp;metadataPrefix=oai_dc\"",
                "href=\"/records/a/oai_dc/one?raw\"");
    }

    @Test
    void anotherFormatIsShownBesideTheDublinCore() throws Exception {
        hub.add("a", record("one", "title=The title"));
        hub.save("a", new MetadataFormat(new MetadataPrefix("other"), "", ""), new OaiRecord(record("one").header(),
                dev.sheaf.core.XmlFragment.of("<other xmlns=\"urn:other\">payload</other>")));
        assertThat(get("/records/a/other/one").body()).contains("The title", "payload", "From the item's Dublin Core",
                "href=\"/records/a/oai_dc/one\"");
    }

    @Test
    void rawRecord_isServedUnchangedAndSandboxed() throws Exception {
        OaiRecord record = raw("one", "<x:script xmlns:x='http://www.w3.org/1999/xhtml'>alert(1)</x:script>");
        hub.add("a", record);
        HttpResponse<String> raw = get("/records/a/oai_dc/one?raw");
        assertThat(raw.body()).isEqualTo(Objects.requireNonNull(record.metadata()).toString());
        assertThat(raw.headers().firstValue("Content-Type")).hasValueSatisfying(type -> assertThat(type).startsWith("text/xml"));
        assertThat(raw.headers().firstValue("Content-Security-Policy")).hasValueSatisfying(
                policy -> assertThat(policy).contains("sandbox", "default-src 'none'").doesNotContain("allow-scripts"));
        assertThat(raw.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    }

    @Test
    void pagesAllowNoScriptAtAll() throws Exception {
        assertThat(get("/").headers().firstValue("Content-Security-Policy")).hasValueSatisfying(
                policy -> assertThat(policy).contains("default-src 'none'", "style-src 'self'", "frame-ancestors 'none'")
                        .doesNotContain("script-src", "unsafe"));
    }

    @Test
    void deletedRecord_answers410WithAPage() throws Exception {
        hub.add("a", record("one", "title=x"));
        hub.add("a", deleted("one"));
        HttpResponse<String> page = get("/records/a/oai_dc/one");
        assertThat(page.statusCode()).isEqualTo(410);
        assertThat(page.body()).contains("This record was withdrawn", "<code>one</code>");
        assertThat(get("/records/a/oai_dc/one?raw").statusCode()).isEqualTo(410);
        assertThat(send(request("/records/a/oai_dc/one").HEAD()).statusCode()).isEqualTo(410);
    }

    @Test
    void unknownRecordsAndPagesAnswer404WithAPage() throws Exception {
        for (String path : List.of("/records/a/oai_dc/absent", "/nothing/here", "/assets/x/y.css",
                "/records/a")) {
            HttpResponse<String> page = send(request(path).header("Accept", "text/html"));
            assertThat(page.statusCode()).as(path).isEqualTo(404);
            assertThat(page.body()).as(path).containsOnlyOnce("<h1>").contains("To the start page");
            assertThat(page.body().strip()).as(path).endsWith("</html>");
            assertThat(page.headers().allValues("Content-Security-Policy")).as(path).singleElement().asString()
                    .contains("style-src 'self'");
        }
        assertThat(send(request("/nothing").header("Accept", "application/json")).body()).doesNotContain("<h1>");
    }

    @Test
    void styleSheet_isCacheableForAYear() throws Exception {
        String page = get("/").body();
        int at = page.indexOf("/assets/");
        HttpResponse<String> sheet = get(page.substring(at, page.indexOf('"', at)));
        assertThat(sheet.statusCode()).isEqualTo(200);
        assertThat(sheet.headers().firstValue("Cache-Control"))
                .hasValueSatisfying(value -> assertThat(value).contains("immutable"));
        assertThat(sheet.headers().firstValue("Content-Type"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("text/css"));
    }

    @Test
    void behindAProxyAllLinksCarryItsPath() throws Exception {
        hub.add("a", record("one", "title=x"));
        try (HubServer behind = HubServer.listen(ServerSettings.of("127.0.0.1", 0, "https://example.org/hub/"))) {
            behind.start(List.of(new Portal(hub.store(), hub.index(), behind.baseUrl())));
            for (String path : List.of("/", "/?q=x", "/records/a/oai_dc/one", "/repositories")) {
                String body = send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + behind.port() + path))).body();
                assertThat(body).contains("href=\"/hub/").contains("https://example.org/hub/oai")
                        .doesNotContain("href=\"/records")
                        .doesNotContain("href=\"/?").doesNotContain("action=\"/\"").doesNotContain("href=\"/oai")
                        .doesNotContain("href=\"/browse")
                        .doesNotContain("href=\"/assets");
            }
        }
    }

    private static String address(String source, String identifier) {
        return new RecordAddress(source, MetadataPrefix.OAI_DC, identifier).path();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
