package dev.sheaf.platform.gateway;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.RecordStream;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.repository.ListedRepository;
import dev.sheaf.transfer.exports.StaticExport;
import dev.sheaf.validator.ResponseSchemas;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.run.Validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A repository is exported as a static repository, served by a web server, initiated at a gateway, and harvested from there. */
class StaticRoundTripTest {

    private static final int RECORDS = 1_203;
    private static final StaticExport.Choice ALL = new StaticExport.Choice(null, null, null);

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private HubStore store;

    @BeforeEach
    void fill() throws Exception {
        store = HubStores.open(Files.createDirectory(folder.resolve("store")),
                new HubIdentity("A & \"B\" <hub>", "admin@hub.example.org", "hub.example.org"), clock);
        store.put(Source.imported("a", "Source a"));
        List<OaiRecord> dublinCore = new ArrayList<>();
        List<OaiRecord> marc = new ArrayList<>();
        for (int number = 0; number < RECORDS; number++) {
            String identifier = "oai:a.example.org:x&y/" + number;
            dublinCore
                    .add(record(identifier, false, ListedRepository.dublinCore("Title & <" + number + "> \u00e4 \ud834\udd1e")));
            if (number % 10 == 0) {
                marc.add(record(identifier, false, ListedRepository.marc()));
            }
        }
        store.save(new Batch("a", 1, MetadataFormat.OAI_DC, dublinCore));
        store.save(new Batch("a", 1, ListedRepository.MARC, marc));
        clock.advance(Duration.ofDays(2));
        store.save(new Batch("a", 2, MetadataFormat.OAI_DC, List.of(record("oai:a.example.org:x&y/7", true, null),
                record("oai:a.example.org:x&y/8", false, ListedRepository.dublinCore("changed")))));
    }

    private OaiRecord record(String identifier, boolean deleted, @Nullable XmlFragment metadata) {
        return new OaiRecord(new Header(identifier, Datestamp.ofSecond(clock.instant()), List.of(new SetSpec("s")), deleted),
                metadata);
    }

    @AfterEach
    void stop() {
        store.close();
    }

    private byte[] export(String baseUrl, StaticExport.Choice choice) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new StaticExport(store.repository("a", baseUrl).orElseThrow()).run(choice, baseUrl, out, _ -> {});
        return out.toByteArray();
    }

    private Map<String, OaiRecord> stored(MetadataPrefix prefix) {
        Map<String, OaiRecord> live = new LinkedHashMap<>();
        store.changes(prefix, 0, 10_000).stream().filter(stored -> !stored.record().deleted())
                .forEach(stored -> live.put(stored.record().identifier(), stored.record()));
        return live;
    }

    @Test
    void harvestThroughTheGateway_bringsEqualRecords() throws Exception {
        try (StaticWebServer web = new StaticWebServer();
                GatewayHub hub = GatewayHub.open(Files.createDirectory(folder.resolve("gate")), clock)) {
            String url = web.url("/files/a.xml");
            byte[] file = export(hub.baseUrl(url), ALL);
            web.put("/files/a.xml", new String(file, StandardCharsets.UTF_8), "\"1\"", "");
            HttpResponse<String> initiated = hub.initiate(url);
            assertThat(initiated.statusCode()).as(initiated.body()).isEqualTo(200);

            for (MetadataPrefix prefix : List.of(MetadataPrefix.OAI_DC, ListedRepository.MARC.prefix())) {
                Map<String, OaiRecord> expected = stored(prefix);
                List<OaiRecord> came = new ArrayList<>();
                try (RecordStream records = Harvester.records(hub.baseUrl(url), new Selection(prefix, null, null, null))) {
                    records.forEach(came::add);
                }
                assertThat(came).hasSize(expected.size());
                for (OaiRecord record : came) {
                    OaiRecord original = Objects.requireNonNull(expected.get(record.identifier()), record.identifier());
                    assertThat(record.metadata()).isEqualTo(original.metadata());
                    assertThat(record.about()).isEqualTo(original.about());
                    assertThat(record.header().datestamp().text())
                            .isEqualTo(original.header().datestamp().text().substring(0, 10));
                    assertThat(record.header().sets()).isEmpty();
                }
            }
            assertThat(stored(MetadataPrefix.OAI_DC)).hasSize(RECORDS - 1);
        }
    }

    @Test
    void answersOfTheGateway_passTheValidation() throws Exception {
        // The Date header of the web server has the real time.
        clock.advance(Duration.between(clock.instant(), Instant.now()));
        try (StaticWebServer web = new StaticWebServer();
                GatewayHub hub = GatewayHub.open(Files.createDirectory(folder.resolve("gate")), clock);
                HttpFetcher fetcher = new HttpFetcher(clock)) {
            String url = web.url("/files/a.xml");
            web.put("/files/a.xml", new String(export(hub.baseUrl(url), ALL), StandardCharsets.UTF_8), "\"1\"", "");
            assertThat(hub.initiate(url).statusCode()).isEqualTo(200);

            ValidationReport report = new Validation(fetcher, FetchRules.DEFAULT, clock, Pause.REAL)
                    .run(BaseUrl.parse(hub.baseUrl(url)), ValidationOptions.DEFAULT.withSample(200));

            assertThat(report.results().stream()
                    .filter(one -> one.verdict() != Verdict.PASSED && one.verdict() != Verdict.NOT_JUDGED)
                    // The records of this test are titles alone.
                    .filter(one -> !one.rule().equals("records.resource"))
                    .map(one -> one.rule() + " " + one.verdict() + " " + one.violations())).isEmpty();
            assertThat(report.outcome()).isEqualTo(ValidationReport.Outcome.PASSED);
        }
    }

    @Test
    void fileIsValid_byThePublishedSchema() throws Exception {
        Path schemas = Path.of("../../shared/schemas");
        assumeTrue(Files.isDirectory(schemas),
                "skipped: the published schemas are not beside this checkout, in ../shared/schemas");
        ResponseSchemas published = ResponseSchemas.load(schemas, "static-all.xsd");
        byte[] file = export("http://gateway.example.org/static/h.org/a.xml", ALL);
        assertThat(published.faults(file)).isEmpty();
        byte[] broken = new String(file, StandardCharsets.UTF_8).replace(">no<", ">persistent<").getBytes(StandardCharsets.UTF_8);
        assertThat(published.faults(broken)).isNotEmpty();
    }

    @Test
    void selection_hasTheChosenFormatWithOaiDc_andTheChosenDays() throws Exception {
        String base = "http://gateway.example.org/static/h.org/a.xml";
        StaticExport.Choice late = new StaticExport.Choice(null, Datestamp.parse("2025-03-02"), null);
        Path place = folder.resolve("late.xml");
        Files.write(place, export(base, late));
        StaticContent content = new StaticFileReader(place, folder.resolve("late.contents")).read();
        assertThat(content.formats()).extracting(MetadataFormat::prefix).containsExactly(MetadataPrefix.OAI_DC);
        assertThat(content.list(MetadataPrefix.OAI_DC)).extracting(StaticEntry::identifier)
                .containsExactly("oai:a.example.org:x&y/8");
        assertThat(content.description().repositoryName())
                .isEqualTo(store.repository("a", base).orElseThrow().describe().repositoryName());
        assertThatThrownBy(() -> export(base, new StaticExport.Choice(null, Datestamp.parse("2025-03-09"), null)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
