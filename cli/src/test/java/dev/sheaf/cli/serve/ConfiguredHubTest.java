package dev.sheaf.cli.serve;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.cli.Features;
import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.platform.acceptance.ResponseCheck;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.ConfigurationFile;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.provider.flow.RequestLimit;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** From the lines of a configuration file to what harvesters see. */
class ConfiguredHubTest {

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private HubStore store;
    private Hub hub;

    @BeforeEach
    void start() throws Exception {
        Path file = Files.writeString(folder.resolve("sheaf.yaml"), """
                defaults:
                  admin-email: oai@example.org
                everything:
                  name: All of it
                repositories:
                  theses:
                    name: Theses & more
                    admin-email: [a@example.org, b@example.org]
                    granularity: day
                    deleted-record: no
                    page-size: 2
                    descriptions:
                      text: Theses since 1990
                      friends: https://journals.example.org/oai
                    rights: https://creativecommons.org/publicdomain/zero/1.0/
                    sets:
                      math:
                        name: Mathematics
                        text: Theses of the department
                  maps:
                    page-size: 2
                    token-lifetime: 30m
                  told:
                    descriptions:
                      syndication:
                        period: weekly
                        frequency: 2
                  busy:
                    limits:
                      requests-per-minute: 60
                      burst: 2
                """);
        Configuration configuration = Configuration.of(ConfigurationFile.read(file), Map.of(), Map.of());
        store = HubStores.open(folder.resolve("data"), new HubIdentity("Hub", "admin@example.org", "hub.example.org"),
                clock);
        for (String source : List.of("theses", "maps", "busy")) {
            store.put(Source.harvested(source, "https://" + source + ".example.org/oai"));
            store.save(new Batch(source, 1, MetadataFormat.OAI_DC,
                    List.of(record(source, 1, false), record(source, 2, false), record(source, 3, false))));
        }
        store.save(new Batch("theses", 1, MetadataFormat.OAI_DC, List.of(record("theses", 2, true))));
        for (String source : List.of("own", "told")) {
            store.put(Source.imported(source, source));
            store.save(new Batch(source, 1, MetadataFormat.OAI_DC, IntStream.range(1, 9).mapToObj(day -> new OaiRecord(
                    new Header("oai:" + source + ".example.org:" + day, Datestamp.parse("2025-02-0" + day + "T10:00:00Z"),
                            List.of(), false),
                    new DublinCoreWriter().add("title", "No. " + day).end())).toList()));
        }
        hub = Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null),
                new HubOptions(500, configuration.repositories(), ClientAddresses.DIRECT), Features.ALL, clock);
    }

    private static OaiRecord record(String source, int number, boolean deleted) {
        Header header = new Header("oai:" + source + ".example.org:" + number, Datestamp.parse("2025-01-01T00:00:00Z"),
                List.of(new SetSpec("math")), deleted);
        return new OaiRecord(header, deleted ? null : new DublinCoreWriter().add("title", "No. " + number).end());
    }

    @AfterEach
    void stop() {
        client.close();
        hub.close();
        store.close();
    }

    private HttpResponse<byte[]> get(String pathAndQuery) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + pathAndQuery)).build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    private String valid(String pathAndQuery) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = get(pathAndQuery);
        assertThat(response.statusCode()).isEqualTo(200);
        ResponseCheck.check(response.body());
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    @Test
    void identify_showsTheConfiguredDescription() throws Exception {
        assertThat(valid("/oai/theses?verb=Identify")).contains("<repositoryName>Theses &amp; more</repositoryName>",
                "<adminEmail>a@example.org</adminEmail>", "<adminEmail>b@example.org</adminEmail>",
                "<earliestDatestamp>2025-03-01</earliestDatestamp>", "<deletedRecord>no</deletedRecord>",
                "<granularity>YYYY-MM-DD</granularity>", "Theses since 1990", "https://journals.example.org/oai",
                "creativecommons.org/publicdomain/zero");
        assertThat(valid("/oai?verb=Identify")).contains("<repositoryName>All of it</repositoryName>",
                "<adminEmail>oai@example.org</adminEmail>", "<deletedRecord>persistent</deletedRecord>",
                "<granularity>YYYY-MM-DDThh:mm:ssZ</granularity>");
        assertThat(valid("/oai/busy?verb=Identify")).contains("<adminEmail>oai@example.org</adminEmail>");
    }

    @Test
    void identify_showsTheDeclaredIntervalOfChanges_orTheObservedOne() throws Exception {
        String namespace = "http://purl.org/rss/1.0/modules/syndication/";
        assertThat(valid("/oai/own?verb=Identify")).contains(namespace, "<updatePeriod>daily</updatePeriod>",
                "<updateFrequency>1</updateFrequency>");
        assertThat(valid("/oai/told?verb=Identify")).contains(namespace, "<updatePeriod>weekly</updatePeriod>",
                "<updateFrequency>2</updateFrequency>").doesNotContain("daily");
        assertThat(valid("/oai/maps?verb=Identify")).as("a mirror").doesNotContain(namespace);
    }

    @Test
    void clientThatFloodsNotifications_gets503Then403_andOthersAreServed() throws Exception {
        String flood = "/sync?verb=Notify&baseURL=https://maps.example.org/oai&sequence=1";
        for (int i = 0; i < 200; i++) {
            assertThat(new String(get(flood).body(), StandardCharsets.UTF_8)).as("request " + i).contains("notSubscribed");
        }
        HttpResponse<byte[]> over = get(flood);
        assertThat(over.statusCode()).isEqualTo(503);
        assertThat(over.headers().firstValue("Retry-After")).isPresent();
        HttpResponse<byte[]> last = over;
        for (int i = 0; i <= 200; i++) {
            last = get(flood);
        }
        assertThat(last.statusCode()).isEqualTo(403);
        assertThat(last.headers().firstValue("Content-Type").orElse("")).doesNotContain("xml");
        assertThat(get("/oai/maps?verb=Identify").statusCode()).as("the repositories have their own limits").isEqualTo(200);

        clock.advance(RequestLimit.BLOCKED_FOR.plusMinutes(1));
        assertThat(new String(get(flood).body(), StandardCharsets.UTF_8)).as("admitted again").contains("notSubscribed");
    }

    @Test
    void configuredPolicyGranularityRightsAndSetNames_areServed() throws Exception {
        String list = valid("/oai/theses?verb=ListRecords&metadataPrefix=oai_dc");
        assertThat(list).contains("theses.example.org:1", "theses.example.org:3", "<datestamp>2025-03-01</datestamp>",
                "creativecommons.org/publicdomain/zero").doesNotContain("theses.example.org:2", "deleted", "resumptionToken");
        assertThat(valid("/oai/theses?verb=ListRecords&metadataPrefix=oai_dc")).as("from kept runs").isEqualTo(list);
        assertThat(valid("/oai/theses?verb=ListSets")).contains("<setName>Mathematics</setName>", "Theses of the department");
        assertThat(valid("/oai/maps?verb=ListRecords&metadataPrefix=oai_dc"))
                .contains("<datestamp>2025-03-01T12:00:00Z</datestamp>")
                .doesNotContain("creativecommons");
    }

    @Test
    void resultSets_expireAsConfigured_andStayTheSame() throws Exception {
        String first = valid("/oai/maps?verb=ListIdentifiers&metadataPrefix=oai_dc");
        assertThat(first).doesNotContain("<resumptionToken");
        String page = valid("/oai/maps?verb=ListRecords&metadataPrefix=oai_dc");
        assertThat(page).contains("expirationDate=\"2025-03-01T12:30:00Z\"", "completeListSize=\"3\"");
        String token = page.replaceFirst("(?s).*<resumptionToken[^>]*>([^<]+)<.*", "$1");
        assertThat(valid("/oai/maps?verb=ListRecords&resumptionToken=" + token)).contains("maps.example.org:3");
        clock.advance(Duration.ofSeconds(1_801));
        assertThat(valid("/oai/maps?verb=ListRecords&resumptionToken=" + token)).contains("badResumptionToken");
    }

    @Test
    void tooManyRequests_getRetryAfter_otherRepositoriesAnswer() throws Exception {
        assertThat(get("/oai/busy?verb=Identify").statusCode()).isEqualTo(200);
        assertThat(get("/oai/busy?verb=Identify").statusCode()).isEqualTo(200);
        HttpResponse<byte[]> refused = get("/oai/busy?verb=Identify");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(get("/oai/maps?verb=Identify").statusCode()).isEqualTo(200);
        clock.advance(Duration.ofSeconds(1));
        assertThat(get("/oai/busy?verb=Identify").statusCode()).isEqualTo(200);
    }
}
