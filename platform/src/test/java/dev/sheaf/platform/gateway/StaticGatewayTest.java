package dev.sheaf.platform.gateway;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.Gateway;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.store.gateways.Mediation;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.validator.PageCheck;

import static org.assertj.core.api.Assertions.assertThat;

/** Initiation, mediation and termination of static repositories, over real HTTP. */
class StaticGatewayTest {

    private static final String MONDAY = "Mon, 24 Feb 2025 10:00:00 GMT";
    private static final String TUESDAY = "Tue, 25 Feb 2025 10:00:00 GMT";

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final StaticWebServer web = new StaticWebServer();
    private final String url = web.url("/ma/mini.xml");

    @AfterEach
    void stop() {
        web.close();
    }

    private GatewayHub begun(String word, int records) throws Exception {
        GatewayHub hub = GatewayHub.open(folder, clock);
        web.put("/ma/mini.xml", StaticFiles.file(hub.baseUrl(url), word, records), "\"1\"", MONDAY);
        assertThat(hub.initiate(url).statusCode()).isEqualTo(200);
        web.forgetRequests();
        return hub;
    }

    private static OaiResponse read(HttpResponse<String> response) throws Exception {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/xml");
        byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
        assertThat(PageCheck.of(body).examples()).isEmpty();
        assertThat(PageCheck.of(body).isValid()).isTrue();
        return OaiReader.read(body);
    }

    private static OaiResponse.ListRecords records(HttpResponse<String> response) throws Exception {
        return (OaiResponse.ListRecords) read(response).answer();
    }

    @Test
    void initiation_answersWithTheBaseUrl_andAllVerbsAreAnswered() throws Exception {
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            String baseUrl = hub.baseUrl(url);
            assertThat(baseUrl).contains("/static/127.0.0.1%3A").endsWith("/ma/mini.xml");
            web.put("/ma/mini.xml", StaticFiles.file(baseUrl, "seed", 3), "\"1\"", MONDAY);
            assertThat(hub.ask(url, "verb=Identify").statusCode()).as("not initiated").isEqualTo(502);

            HttpResponse<String> initiated = hub.initiate(url);
            assertThat(initiated.statusCode()).as(initiated.body()).isEqualTo(200);
            assertThat(initiated.body()).contains(baseUrl);

            RepositoryDescription identify = ((OaiResponse.Identify) read(hub.ask(url, "verb=Identify")).answer()).description();
            assertThat(identify.baseUrl()).isEqualTo(baseUrl);
            assertThat(identify.repositoryName()).isEqualTo("Garden & attic");
            assertThat(identify.deletedRecord()).isEqualTo("no");
            assertThat(identify.granularityText()).isEqualTo("YYYY-MM-DD");
            assertThat(identify.earliestDatestamp().text()).as("of the records, earlier than stated").isEqualTo("2002-01-01");
            XmlFragment container = identify.descriptions().getFirst();
            assertThat(ContainerReader.description(container).orElseThrow()).isEqualTo(new Gateway(url,
                    "http://www.openarchives.org/OAI/2.0/guidelines-static-repository.htm",
                    List.of("admin@localhost.localdomain"),
                    hub.baseUrl() + "/static", null));

            assertThat(((OaiResponse.ListMetadataFormats) read(hub.ask(url, "verb=ListMetadataFormats")).answer()).formats())
                    .hasSize(1);
            assertThat(((OaiResponse.ListMetadataFormats) read(
                    hub.ask(url, "verb=ListMetadataFormats&identifier=oai:example.org:seed/1")).answer()).formats()).hasSize(1);
            assertThat(((OaiResponse.Errors) read(hub.ask(url, "verb=ListSets")).answer()).errors().getFirst().code().toString())
                    .isEqualTo("noSetHierarchy");
            assertThat(((OaiResponse.ListIdentifiers) read(hub.ask(url, "verb=ListIdentifiers&metadataPrefix=oai_dc")).answer())
                    .headers()).extracting(header -> header.datestamp().text())
                    .containsExactly("2002-01-01", "2002-01-02", "2002-01-03");
            assertThat(records(hub.ask(url, "verb=ListRecords&metadataPrefix=oai_dc&from=2002-01-02&until=2002-01-02")).records())
                    .extracting(record -> record.identifier()).containsExactly("oai:example.org:seed/1");
            OaiResponse.GetRecord one = (OaiResponse.GetRecord) read(
                    hub.ask(url, "verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:example.org:seed/2")).answer();
            assertThat(String.valueOf(one.record().metadata())).contains("<dc:title>seed 2</dc:title>");
            assertThat(
                    ((OaiResponse.Errors) read(hub.ask(url, "verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:x:y")).answer())
                            .errors().getFirst().code().toString())
                    .isEqualTo("idDoesNotExist");
            assertThat(((OaiResponse.Errors) read(hub.ask(url, "verb=Nonsense")).answer()).errors().getFirst().code().toString())
                    .isEqualTo("badVerb");
        }
    }

    @Test
    void pathWithAPlainColon_isTheSameRepository() throws Exception {
        try (GatewayHub hub = begun("seed", 2)) {
            assertThat(
                    records(hub.get("/static/" + web.host() + "/ma/mini.xml?verb=ListRecords&metadataPrefix=oai_dc")).records())
                    .hasSize(2);
            assertThat(records(hub.get("/static/" + web.host().replace(":", "%3a") + "/m%61/mini.xml?verb=ListRecords"
                    + "&metadataPrefix=oai_dc")).records()).hasSize(2);
        }
    }

    @Test
    void eachAnswer_followsAConditionalRequest_andUnchangedFilesAreNotSent() throws Exception {
        try (GatewayHub hub = begun("seed", 2)) {
            for (int i = 0; i < 3; i++) {
                read(hub.ask(url, "verb=ListRecords&metadataPrefix=oai_dc"));
            }
            assertThat(web.requests()).hasSize(3).allSatisfy(request -> {
                assertThat(request.header("If-None-Match")).isEqualTo("\"1\"");
                assertThat(request.header("If-Modified-Since")).isEqualTo(MONDAY);
                assertThat(request.status()).isEqualTo(304);
            });
        }
    }

    @Test
    void serverThatKnowsDatesAlone_isAskedByDate() throws Exception {
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            web.put("/ma/mini.xml", StaticFiles.file(hub.baseUrl(url), "seed", 2), "", MONDAY);
            hub.initiate(url);
            assertThat(records(hub.ask(url, "verb=ListRecords&metadataPrefix=oai_dc")).records()).hasSize(2);
            assertThat(web.requests().getLast().status()).isEqualTo(304);
            web.put("/ma/mini.xml", StaticFiles.file(hub.baseUrl(url), "seed", 5), "", TUESDAY);
            assertThat(records(hub.ask(url, "verb=ListRecords&metadataPrefix=oai_dc")).records()).hasSize(5);
        }
    }

    @Test
    void serverWithoutValidators_sendsTheFileForEachAnswer() throws Exception {
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            web.put("/ma/mini.xml", StaticFiles.file(hub.baseUrl(url), "seed", 2), "", "");
            hub.initiate(url);
            assertThat(records(hub.ask(url, "verb=ListRecords&metadataPrefix=oai_dc")).records()).hasSize(2);
            web.put("/ma/mini.xml", StaticFiles.file(hub.baseUrl(url), "leaf", 1), "", "");
            assertThat(records(hub.ask(url, "verb=ListRecords&metadataPrefix=oai_dc")).records())
                    .extracting(record -> record.identifier()).containsExactly("oai:example.org:leaf/0");
            assertThat(web.requests()).allMatch(request -> request.status() == 200
                    && request.header("If-None-Match").isEmpty() && request.header("If-Modified-Since").isEmpty());
        }
    }

    @Test
    void changedFile_isServedAtOnce_andEndsItsLists() throws Exception {
        try (GatewayHub hub = begun("seed", 250)) {
            OaiResponse.ListRecords first = records(hub.ask(url, "verb=ListRecords&metadataPrefix=oai_dc"));
            String token = Objects.requireNonNull(first.resumptionToken()).value();
            OaiResponse.ListRecords second = records(hub.ask(url, "verb=ListRecords&resumptionToken=" + token));
            assertThat(first.records()).hasSize(100);
            assertThat(second.records().getFirst().identifier()).isEqualTo("oai:example.org:seed/100");

            web.put("/ma/mini.xml", StaticFiles.file(hub.baseUrl(url), "leaf", 250), "\"2\"", TUESDAY);
            OaiResponse after = read(hub.ask(url, "verb=ListRecords&resumptionToken=" + token));
            assertThat(((OaiResponse.Errors) after.answer()).errors().getFirst().code().toString())
                    .isEqualTo("badResumptionToken");
            assertThat(records(hub.ask(url, "verb=ListRecords&metadataPrefix=oai_dc")).records().getFirst().identifier())
                    .isEqualTo("oai:example.org:leaf/0");
        }
    }

    @Test
    void restartedHub_answersForTheSameFiles_andForItsTokens() throws Exception {
        String token;
        int port;
        try (GatewayHub hub = begun("seed", 150)) {
            token = Objects.requireNonNull(records(hub.ask(url, "verb=ListRecords&metadataPrefix=oai_dc")).resumptionToken())
                    .value();
            port = hub.port();
        }
        try (GatewayHub hub = new GatewayHub(folder, GatewayHub.HERE, GatewayHub.LIMITS, 100, clock, port)) {
            assertThat(records(hub.ask(url, "verb=ListRecords&resumptionToken=" + token)).records()).hasSize(50);
        }
    }

    @Test
    void hubThatHasMoved_endsMediationsOfFilesThatNameItsFormerAddress() throws Exception {
        begun("seed", 2).close();
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            assertThat(hub.store.mediations().count()).isEqualTo(1);
            assertThat(hub.ask(url, "verb=Identify").statusCode()).isEqualTo(502);
            assertThat(hub.store.mediations().count()).isZero();
        }
    }

    @Test
    void fileThatCannotBeHad_isNeverAnsweredFromTheCache() throws Exception {
        try (GatewayHub hub = begun("seed", 2)) {
            web.remove("/ma/mini.xml");
            HttpResponse<String> missing = hub.ask(url, "verb=ListRecords&metadataPrefix=oai_dc");
            assertThat(missing.statusCode()).isEqualTo(504);
            assertThat(missing.body()).contains("404").doesNotContain("seed");
            Mediation failing = hub.store.mediations().find(web.host() + "/ma/mini.xml").orElseThrow();
            assertThat(failing.failing()).isEqualTo(clock.instant());

            web.put("/ma/mini.xml", StaticFiles.file(hub.baseUrl(url), "seed", 2), "\"1\"", MONDAY);
            assertThat(records(hub.ask(url, "verb=ListRecords&metadataPrefix=oai_dc")).records()).hasSize(2);
            assertThat(hub.store.mediations().find(web.host() + "/ma/mini.xml").orElseThrow().failing()).isNull();
        }
    }

    @Test
    void fileThatCannotBeHadForAMonth_isNoLongerMediated() throws Exception {
        try (GatewayHub hub = begun("seed", 2)) {
            web.remove("/ma/mini.xml");
            assertThat(hub.ask(url, "verb=Identify").statusCode()).isEqualTo(504);
            clock.advance(Duration.ofDays(29));
            assertThat(hub.ask(url, "verb=Identify").statusCode()).isEqualTo(504);
            clock.advance(Duration.ofDays(2));
            assertThat(hub.ask(url, "verb=Identify").statusCode()).isEqualTo(502);
            web.put("/ma/mini.xml", StaticFiles.file(hub.baseUrl(url), "seed", 2), "\"1\"", MONDAY);
            HttpResponse<String> ended = hub.ask(url, "verb=Identify");
            assertThat(ended.statusCode()).isEqualTo(502);
            assertThat(ended.body()).contains("no valid file since 2025-03-01");
            assertThat(hub.initiate(url).statusCode()).as("again").isEqualTo(200);
            assertThat(hub.ask(url, "verb=Identify").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void changedFileThatIsNotConformant_isRefused_andReadOnce() throws Exception {
        try (GatewayHub hub = begun("seed", 2)) {
            web.put("/ma/mini.xml", StaticFiles.file(hub.baseUrl(url), "seed", 2).replace("2002-01-02", "yesterday"), "\"2\"",
                    TUESDAY);
            HttpResponse<String> refused = hub.ask(url, "verb=ListRecords&metadataPrefix=oai_dc");
            assertThat(refused.statusCode()).isEqualTo(502);
            assertThat(refused.body()).contains("yesterday");
            assertThat(hub.ask(url, "verb=Identify").statusCode()).isEqualTo(502);
            assertThat(web.requests()).extracting(StaticWebServer.Request::status).containsExactly(200, 304);
            web.put("/ma/mini.xml", StaticFiles.file(hub.baseUrl(url), "leaf", 2), "\"3\"", TUESDAY);
            assertThat(hub.ask(url, "verb=Identify").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void fileThatNamesAnotherGateway_isNoLongerMediated() throws Exception {
        try (GatewayHub hub = begun("seed", 2)) {
            web.put("/ma/mini.xml", StaticFiles.file("http://gateway.example.org/oai/" + web.host() + "/ma/mini.xml", "seed", 2),
                    "\"2\"", TUESDAY);
            HttpResponse<String> refused = hub.ask(url, "verb=Identify");
            assertThat(refused.statusCode()).isEqualTo(502);
            assertThat(refused.body()).contains("http://gateway.example.org/oai/");
            assertThat(hub.store.mediations().count()).isZero();
            assertThat(hub.initiate(url).statusCode()).isEqualTo(502);
            assertThat(hub.store.mediations().count()).isZero();
        }
    }

    @Test
    void terminationByAStranger_isIgnored_untilTheFileSaysSo() throws Exception {
        try (GatewayHub hub = begun("seed", 2)) {
            HttpResponse<String> ignored = hub.terminate(url);
            assertThat(ignored.statusCode()).isEqualTo(409);
            assertThat(hub.ask(url, "verb=Identify").statusCode()).isEqualTo(200);

            web.answer("/ma/mini.xml", exchange -> StaticWebServer.send(exchange, 500, new byte[0]));
            assertThat(hub.terminate(url).statusCode()).isEqualTo(504);
            assertThat(hub.store.mediations().count()).isEqualTo(1);

            web.put("/ma/mini.xml", StaticFiles.file("http://gateway.example.org/oai/x/y", "seed", 2), "\"2\"", TUESDAY);
            HttpResponse<String> ended = hub.terminate(url);
            assertThat(ended.statusCode()).as(ended.body()).isEqualTo(200);
            assertThat(hub.ask(url, "verb=Identify").statusCode()).isEqualTo(502);
            assertThat(hub.terminate(url).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void fileThatIsGone_canBeTerminated() throws Exception {
        try (GatewayHub hub = begun("seed", 2)) {
            web.answer("/ma/mini.xml", exchange -> StaticWebServer.send(exchange, 410, new byte[0]));
            assertThat(hub.terminate(url).statusCode()).isEqualTo(200);
            assertThat(hub.store.mediations().count()).isZero();
        }
    }

    @Test
    void gatewayIsOff_unlessItIsConfigured() throws Exception {
        try (GatewayHub hub = new GatewayHub(folder, Map.of(), GatewayHub.LIMITS, 100, clock)) {
            assertThat(hub.get("/static").statusCode()).isEqualTo(404);
            assertThat(hub.initiate(url).statusCode()).isEqualTo(404);
            assertThat(hub.ask(url, "verb=Identify").statusCode()).isEqualTo(404);
            assertThat(web.requests()).isEmpty();
        }
    }

    @Test
    void otherHostsThanTheListedOnes_areRefusedWithoutARequest_butNotToTheAdministrator() throws Exception {
        try (GatewayHub hub = new GatewayHub(folder, Map.of(GatewayFeature.INITIATORS, "files.example.org, .example.net",
                GatewayFeature.PRIVATE, "yes"), GatewayHub.LIMITS, 100, clock)) {
            web.put("/ma/mini.xml", StaticFiles.file(hub.baseUrl(url), "seed", 2), "\"1\"", MONDAY);
            HttpResponse<String> refused = hub.initiate(url);
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(web.requests()).isEmpty();

            new AdminPassword(hub.store.administration()).set("a long pass word", clock.instant());
            String right = "Basic " + Base64.getEncoder()
                    .encodeToString("admin:a long pass word".getBytes(StandardCharsets.UTF_8));
            assertThat(hub.initiate(url, "Authorization", "Basic eDp5").statusCode()).isEqualTo(403);
            assertThat(web.requests()).isEmpty();
            assertThat(hub.initiate(url, "Authorization", right).statusCode()).isEqualTo(200);
            assertThat(hub.terminate(url).statusCode()).isEqualTo(409);
            assertThat(hub.terminate(url, "Authorization", right).statusCode()).isEqualTo(200);
            assertThat(hub.store.mediations().count()).isZero();
        }
        assertThat(Initiators.parse("files.example.org, .example.net").admits("FILES.example.org")).isTrue();
        assertThat(Initiators.parse("files.example.org, .example.net").admits("a.example.net")).isTrue();
        assertThat(Initiators.parse("files.example.org, .example.net").admits("badexample.net")).isFalse();
        assertThat(Initiators.parse("files.example.org, .example.net").admits("x.files.example.org")).isFalse();
    }

    @Test
    void page_hasFormsAndTheStaticRepositories_andIsNotIndexed() throws Exception {
        try (GatewayHub hub = begun("seed", 2)) {
            HttpResponse<String> page = hub.get("/static", "Accept", "text/html");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).contains("name=\"initiate\"", "name=\"terminate\"", url, "noindex");
            HttpResponse<String> outcome = hub.terminate(url, "Accept", "text/html,*/*;q=0.1");
            assertThat(outcome.statusCode()).isEqualTo(409);
            assertThat(outcome.body()).contains("<h1>", "still names this gateway");
            HttpResponse<String> quoted = hub.initiate("http://x.example/<script>alert(1)</script>", "Accept", "text/html");
            assertThat(quoted.body()).doesNotContain("<script");
        }
    }

    @Test
    void pagesOfOtherSites_makeNobodyInitiate() throws Exception {
        try (GatewayHub hub = GatewayHub.open(folder, clock)) {
            web.put("/ma/mini.xml", StaticFiles.file(hub.baseUrl(url), "seed", 2), "\"1\"", MONDAY);
            assertThat(hub.initiate(url, "Sec-Fetch-Dest", "image").statusCode()).isEqualTo(403);
            assertThat(hub.initiate(url, "Sec-Purpose", "prefetch").statusCode()).isEqualTo(403);
            assertThat(hub.get("/static?initiate=" + url + "&terminate=" + url).statusCode()).isEqualTo(400);
            assertThat(web.requests()).isEmpty();
        }
    }

    @Test
    void hubOptionsWithoutAGateway_keepTheDefault() {
        assertThat(HubOptions.of(1).settings()).isEmpty();
        assertThat(new GatewayFeature().settings()).extracting(setting -> setting.defaultValue().orElse("")).containsExactly(
                "off",
                "no");
    }
}
