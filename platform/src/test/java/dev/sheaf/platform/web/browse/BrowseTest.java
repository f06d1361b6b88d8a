package dev.sheaf.platform.web.browse;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.platform.search.SearchHub;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.OaiEndpoint;
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.platform.web.Portal;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;

import static dev.sheaf.platform.search.SearchHub.deleted;
import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;

class BrowseTest {

    private static final String HOSTILE = "\"><script>alert(1)</script>&'";
    private static final Pattern NEXT = Pattern.compile("<a href=\"([^\"]*)\" rel=\"next\">");
    private static final Pattern RECORD_HEADING = Pattern.compile("<h2><a href=");

    @TempDir
    Path directory;

    SearchHub hub;
    HubServer server;
    HttpClient client;

    @BeforeEach
    void start() throws ServerStartException {
        hub = new SearchHub(directory);
        server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
        server.start(endpoints(server));
        client = HttpClient.newHttpClient();
    }

    private List<dev.sheaf.platform.server.Endpoint> endpoints(HubServer of) {
        ProviderSettings settings = ProviderSettings.of(of.baseUrl(), TokenKey.of(TokenKey.freshSecret()));
        ServedRepositories repositories = new ServedRepositories(settings, () -> hub.store().aggregate(of.baseUrl() + "/oai"),
                id -> hub.store().repository(id, of.baseUrl() + "/oai/" + id));
        Portal portal = new Portal(hub.store(), hub.index(), of.baseUrl());
        return List.of(portal,
                new OaiEndpoint(repositories, SegmentCache.fittingMemory(), FlowGates.OPEN, portal.browserView()),
                new Browse(repositories, hub.store()));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        hub.close();
    }

    @Test
    void aRepositoryWithoutArgumentsDescribesItself() throws Exception {
        hub.add("a", record("one", "title=x"));
        HttpResponse<String> page = get("/browse/a");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("About this repository", "test@example.org", "persistent",
                "<code class=\"copy\">" + server.baseUrl() + "/oai/a</code>", "href=\"/oai/a?verb=Identify\"",
                "href=\"/browse/a?verb=ListRecords&amp;metadataPrefix=oai_dc\"", "href=\"/browse/a?verb=ListSets\"");
        assertThat(get("/browse").body()).contains("<code class=\"copy\">" + server.baseUrl() + "/oai</code>");
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'").doesNotContain("script-src"));
    }

    @Test
    void anUnknownRepositoryIsNotFound() throws Exception {
        assertThat(get("/browse/absent").statusCode()).isEqualTo(404);
        assertThat(send(request("/browse/absent").HEAD()).statusCode()).isEqualTo(404);
    }

    @Test
    void setsAreShownBelowEachOtherWithLinksToTheirRecords() throws Exception {
        hub.add("a", record("one", "title=x"));
        String page = get("/browse/a?verb=ListSets").body();
        assertThat(page).contains("href=\"/browse/a?verb=ListRecords&amp;metadataPrefix=oai_dc&amp;set=a%3Ab\"");
        assertThat(page.indexOf("<code>a</code>")).isPositive().isLessThan(page.indexOf("<code>a:b</code>"));
        assertThat(page.split("<ul class=\"tree\">", -1)).as("a list in a list").hasSize(3);
    }

    @Test
    void formatsLeadToTheirRecords() throws Exception {
        addSeed("one");
        assertThat(get("/browse/a?verb=ListMetadataFormats").body()).contains(
                "href=\"/browse/a?verb=ListRecords&amp;metadataPrefix=seed\"", "<code>urn:seed</code>",
                "href=\"http://www.openarchives.org/OAI/2.0/oai_dc.xsd\" rel=\"external noopener nofollow\"");
        assertThat(get("/browse/a?verb=ListMetadataFormats&identifier=one").body())
                .contains("href=\"/browse/a?verb=GetRecord&amp;identifier=one&amp;metadataPrefix=seed\"");
    }

    @Test
    void listOfRecords_isPagedToItsEnd_withItsPosition() throws Exception {
        addMany(120);
        String path = "/browse/a?verb=ListRecords&metadataPrefix=oai_dc&set=a:b";
        List<String> summaries = new ArrayList<>();
        int records = 0;
        for (String next = path; next != null;) {
            String page = get(next).body();
            Matcher summary = Pattern.compile("<p class=\"lead\">([^<]*)</p>").matcher(page);
            assertThat(summary.find()).isTrue();
            summaries.add(summary.group(1));
            records += (int) RECORD_HEADING.matcher(page).results().count();
            assertThat(page).contains("<option value=\"a:b\" selected>");
            Matcher more = NEXT.matcher(page);
            next = more.find() ? more.group(1).replace("&amp;", "&") : null;
            assertThat(page.contains("rel=\"first\"")).isEqualTo(summaries.size() > 1);
            if (summaries.size() > 1) {
                assertThat(page)
                        .contains("href=\"/browse/a?verb=ListRecords&amp;metadataPrefix=oai_dc&amp;set=a%3Ab\" rel=\"first\"");
            }
        }
        // A page ends where a run of records does, or is full.
        assertThat(summaries).hasSizeBetween(3, 8).allMatch(summary -> summary.endsWith(" of 120 records"));
        assertThat(summaries.getFirst()).startsWith("1\u2013");
        assertThat(summaries.getLast()).contains("\u2013120 of");
        assertThat(records).isEqualTo(120);
    }

    @Test
    void tokens_workInBothPagesAndProtocol() throws Exception {
        addMany(600);
        String xml = get("/oai/a?verb=ListRecords&metadataPrefix=oai_dc").body();
        String token = xml.substring(xml.lastIndexOf("<resumptionToken"), xml.indexOf("</resumptionToken>"));
        token = token.substring(token.indexOf('>') + 1);
        assertThat(get("/browse/a?verb=ListRecords&resumptionToken=" + token).body())
                .contains("501\u2013550 of 600 records")
                .contains("href=\"/oai/a?verb=ListRecords&amp;resumptionToken=" + token + "\"");
        Matcher next = NEXT.matcher(get("/browse/a?verb=ListRecords&metadataPrefix=oai_dc").body());
        assertThat(next.find()).isTrue();
        String mine = next.group(1).replace("&amp;", "&").replace("/browse/", "/oai/");
        assertThat(get(mine).body()).contains("cursor=\"50\"").doesNotContain("<error");
    }

    @Test
    void recordsShowTheirDublinCoreAndOtherFormatsTheirXml() throws Exception {
        addSeed("one");
        hub.add("a", record("two", "title=The title", "creator=Somebody", "identifier=https://example.org/x"), record("three"));
        hub.add("a", deleted("three"));
        assertThat(get("/browse/a?verb=ListRecords&metadataPrefix=oai_dc").body()).contains("The title", "<dt>Creator</dt>",
                "<a href=\"https://example.org/x\" rel=\"external noopener nofollow\">", "withdrawn",
                "href=\"/browse/a?verb=GetRecord&amp;identifier=two&amp;metadataPrefix=oai_dc\"");
        assertThat(get("/browse/a?verb=ListRecords&metadataPrefix=seed").body()).contains("<span class=\"t\">&lt;count</span>");
        assertThat(get("/browse/a?verb=ListIdentifiers&metadataPrefix=seed").body())
                .contains("href=\"/browse/a?verb=GetRecord&amp;identifier=one&amp;metadataPrefix=seed\"");
    }

    @Test
    void aRecordLeadsToItsOtherFormatsItsSetsAndItsPageInThePortal() throws Exception {
        addSeed("one");
        String page = get("/browse/a?verb=GetRecord&identifier=one&metadataPrefix=oai_dc").body();
        assertThat(page).contains("Record one", "href=\"/records/a/oai_dc/one\"",
                "href=\"/browse/a?verb=GetRecord&amp;identifier=one&amp;metadataPrefix=seed\"",
                "href=\"/browse/a?verb=ListRecords&amp;metadataPrefix=oai_dc&amp;set=a%3Ab\"",
                "href=\"/oai/a?verb=GetRecord&amp;identifier=one&amp;metadataPrefix=oai_dc\"");
        String inAggregate = "oai:test.example.org:a/one";
        assertThat(get("/browse?verb=GetRecord&identifier=" + inAggregate + "&metadataPrefix=seed").body())
                .as("in the repository of everything").contains("href=\"/records/a/seed/one\"", "&lt;count");
    }

    @Test
    void deletedRecord_answers410() throws Exception {
        hub.add("a", record("one", "title=x"));
        hub.add("a", deleted("one"));
        HttpResponse<String> page = get("/browse/a?verb=GetRecord&identifier=one&metadataPrefix=oai_dc");
        assertThat(page.statusCode()).isEqualTo(410);
        assertThat(page.body()).contains("This record was withdrawn");
    }

    @ParameterizedTest
    @CsvSource({"verb=Nonsense, badVerb, 400", "verb=ListRecords, badArgument, 400",
            "verb=ListRecords&metadataPrefix=oai_dc&x=y, badArgument, 400",
            "verb=ListRecords&resumptionToken=x, badResumptionToken, 400",
            "verb=GetRecord&identifier=absent&metadataPrefix=oai_dc, idDoesNotExist, 404",
            "verb=GetRecord&identifier=one&metadataPrefix=absent, cannotDisseminateFormat, 404",
            "verb=ListRecords&metadataPrefix=oai_dc&set=absent, noRecordsMatch, 200",
            "verb=ListIdentifiers&metadataPrefix=%FF, badArgument, 400"})
    void errorsAreExplained(String query, String code, int status) throws Exception {
        hub.add("a", record("one", "title=x"));
        HttpResponse<String> page = get("/browse/a?" + query);
        assertThat(page.statusCode()).isEqualTo(status);
        assertThat(page.body()).contains("Error code <code>" + code + "</code>", "Another request")
                .containsOnlyOnce("<h1");
        assertThat(page.body().strip()).as("nothing follows the page").endsWith("</html>");
    }

    @Test
    void ignoresEmptyFieldsOfAForm() throws Exception {
        hub.add("a", record("one", "title=x"));
        String page = get("/browse/a?verb=ListRecords&metadataPrefix=oai_dc&set=&from=2000-01-01&until=").body();
        assertThat(page).contains("1 record", "type=\"date\" value=\"2000-01-01\"",
                "href=\"/oai/a?verb=ListRecords&amp;metadataPrefix=oai_dc&amp;from=2000-01-01\"");
        assertThat(get("/browse/a?verb=ListRecords&metadataPrefix=oai_dc&from=2000-01-01T10:00:00Z").body())
                .contains("type=\"text\" value=\"2000-01-01T10:00:00Z\"");
    }

    @Test
    void escapesTextOfRecordsAndAddresses() throws Exception {
        hub.add("a", record("oai:" + HOSTILE, "title=" + HOSTILE, "subject=" + HOSTILE, "relation=javascript:alert(1)"));
        String encoded = URLEncoder.encode(HOSTILE, StandardCharsets.UTF_8);
        for (String query : List.of("verb=ListRecords&metadataPrefix=oai_dc", "verb=ListIdentifiers&metadataPrefix=oai_dc",
                "verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:" + encoded, "verb=" + encoded, encoded + "=" + encoded,
                "verb=GetRecord&metadataPrefix=" + encoded + "&identifier=" + encoded,
                "verb=ListRecords&metadataPrefix=oai_dc&set=" + encoded + "&from=" + encoded,
                "verb=ListRecords&resumptionToken=" + encoded)) {
            String body = get("/browse/a?" + query).body();
            assertThat(body).as(query).contains("<h1").doesNotContain("<script").doesNotContain("href=\"javascript");
        }
    }

    @Test
    void hugeRecord_isShownInPart() throws Exception {
        hub.add("a", record("one", "title=Huge", "description=" + "much ".repeat(200_000)));
        hub.save("a", new MetadataFormat(new MetadataPrefix("seed"), "", ""), new OaiRecord(record("one").header(),
                XmlFragment.of("<seed xmlns=\"urn:seed\">" + "<a b=\"c\">d</a>".repeat(100_000) + "</seed>")));
        for (String query : List.of("verb=ListRecords&metadataPrefix=oai_dc",
                "verb=GetRecord&identifier=one&metadataPrefix=oai_dc", "verb=ListRecords&metadataPrefix=seed",
                "verb=GetRecord&identifier=one&metadataPrefix=seed")) {
            String body = get("/browse/a?" + query).body();
            assertThat(body.length()).as(query).isLessThan(query.contains("List") ? 40_000 : 2_000_000);
            assertThat(body).as(query).containsAnyOf("There is more in", "the rest is left out here");
        }
    }

    @Test
    void protocolResponses_nameTheirStyleSheetAndPage_butNoXslt() throws Exception {
        hub.add("a", record("one--two", "title=x"));
        String query = "?verb=GetRecord&identifier=one--two&metadataPrefix=oai_dc";
        HttpResponse<String> response = get("/oai/a" + query);
        assertThat(response.body()).startsWith("""
                <?xml version="1.0" encoding="UTF-8"?>
                <?xml-stylesheet type="text/css" href="/assets/oai.css"?>
                <!-- For people: %s/browse/a?verb=GetRecord&identifier=one%%2D%%2Dtwo&metadataPrefix=oai_dc -->
                <OAI-PMH""".formatted(server.baseUrl()));
        assertThat(response.headers().firstValue("Content-Security-Policy")).hasValueSatisfying(
                policy -> assertThat(policy).contains("default-src 'none'", "sandbox").doesNotContain("script", "unsafe"));
        assertThat(get("/oai?verb=absent").body()).contains("<!-- For people: " + server.baseUrl() + "/browse -->");
        assertThat(get("/assets/oai.xsl").statusCode()).isEqualTo(404);
        HttpResponse<String> css = get("/assets/oai.css");
        assertThat(css.body()).contains(server.baseUrl() + "/browse").doesNotContain("{{browse");
        assertThat(css.headers().firstValue("Content-Type")).hasValueSatisfying(type -> assertThat(type).startsWith("text/css"));
    }

    private HttpResponse<String> accepting(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.baseUrl() + path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return send(request);
    }

    /** Headers of the browsers of 2026, and of some older ones. */
    @ParameterizedTest
    @ValueSource(strings = {"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html", "text/html,*/*;q=0.8",
            "TEXT/HTML , application/xml;q=0.9", "text/html, text/xml"})
    void browserIsSentToThePage(String accept) throws Exception {
        hub.add("a", record("one", "title=x"));

        for (String path : List.of("/oai", "/oai?verb=Identify", "/oai/a",
                "/oai/a?verb=ListRecords&metadataPrefix=oai_dc&set=a%20b")) {
            HttpResponse<String> response = accepting(path, "Accept", accept);

            assertThat(response.statusCode()).as(path).isEqualTo(303);
            assertThat(response.headers().firstValue("Location")).hasValue(path.replace("/oai", "/browse"));
            assertThat(response.headers().firstValue("Vary")).hasValue("Accept");
        }
        assertThat(accepting("/oai/absent", "Accept", accept).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*/*", "text/xml", "text/xml, text/html", "application/xml,text/html;q=0.9,*/*;q=0.8",
            "text/html;q=0.5, text/xml",
            "text/html;q=0", "text/*", "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "application/atom+xml, text/html"})
    void harvesterGetsXml(String accept) throws Exception {
        hub.add("a", record("one", "title=x"));

        HttpResponse<String> response = accept.isEmpty()
                ? accepting("/oai/a?verb=Identify")
                : accepting("/oai/a?verb=Identify", "Accept", accept);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/xml;charset=utf-8");
        assertThat(response.headers().firstValue("Vary")).hasValue("Accept, Accept-Encoding");
        assertThat(response.body()).contains("<Identify>").doesNotContain("text/xsl");
    }

    @Test
    void linkToXmlOnAPage_getsXml() throws Exception {
        hub.add("a", record("one", "title=x"));

        assertThat(
                accepting("/oai/a?verb=Identify", "Accept", "text/html", "Referer", server.baseUrl() + "/browse/a").statusCode())
                .isEqualTo(200);
        assertThat(accepting("/oai/a?verb=Identify", "Accept", "text/html", "Referer", "https://elsewhere.example.org/")
                .statusCode())
                .isEqualTo(303);
        assertThat(accepting("/oai/a?verb=Identify", "Accept", "text/html", "From", "harvester@example.org").statusCode())
                .as("who says who it is harvests").isEqualTo(200);
    }

    @Test
    void behindAProxyAllLinksCarryItsPath() throws Exception {
        addMany(60);
        try (HubServer behind = HubServer.listen(ServerSettings.of("127.0.0.1", 0, "https://example.org/hub"))) {
            behind.start(endpoints(behind));
            for (String query : List.of("", "?verb=ListSets", "?verb=ListRecords&metadataPrefix=oai_dc",
                    "?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:x:1")) {
                String body = send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + behind.port() + "/browse/a" + query)))
                        .body();
                assertThat(body).contains("href=\"/hub/browse/a?", "action=\"/hub/browse/a\"", "https://example.org/hub/oai/a")
                        .doesNotContainPattern("(href|action)=\"/(?!hub/)");
            }
        }
    }

    private void addSeed(String identifier) {
        hub.add("a", record(identifier, "title=Record " + identifier));
        hub.save("a", new MetadataFormat(new MetadataPrefix("seed"), "", "urn:seed"), new OaiRecord(record(identifier).header(),
                XmlFragment.of("<seed xmlns=\"urn:seed\"><count>12</count></seed>")));
    }

    private void addMany(int count) {
        OaiRecord[] records = new OaiRecord[count];
        for (int i = 0; i < count; i++) {
            records[i] = record("oai:x:" + i, "title=Number " + i);
        }
        hub.save("a", MetadataFormat.OAI_DC, records);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    private HttpRequest.Builder request(String path) {
        // Pages as a browser asks: for others the hub leaves a missing page in plain words. Protocol responses as a harvester asks.
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("Accept", path.startsWith("/oai") ? "text/xml" : "text/html");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
