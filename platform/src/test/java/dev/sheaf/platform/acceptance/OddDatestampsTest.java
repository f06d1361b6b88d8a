package dev.sheaf.platform.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.ProvenanceReader;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.transfer.exports.JsonLinesOutput;
import dev.sheaf.transfer.exports.RecordExport;

import static org.assertj.core.api.Assertions.assertThat;

/** Datestamps in forms that the protocol does not know are kept, served in a legal form, and stop nothing. */
class OddDatestampsTest {

    /** Each with the form in which provenance tells it; empty when only the time of the harvest can stand there. */
    private static final Map<String, String> DATESTAMPS = Map.ofEntries(Map.entry("20210311", "2021-03-11"),
            Map.entry("1999", "1999-01-01"), Map.entry("1615457700", "2021-03-11T10:15:00Z"),
            Map.entry("1615457700123", "2021-03-11T10:15:00Z"), Map.entry("9999999999999999999", ""),
            Map.entry("20210311101500", "2021-03-11T10:15:00Z"), Map.entry("2021-03-11", "2021-03-11"),
            Map.entry("2021-03-11T10:15:00Z", "2021-03-11T10:15:00Z"), Map.entry("007", ""), Map.entry("1e5", ""),
            Map.entry("-62167219200000", ""), Map.entry("2021-03-11 10:15:00.5", "2021-03-11T10:15:00Z"),
            Map.entry("0.1", ""), Map.entry("yesterday", ""));
    private static final String LIST = "verb=ListRecords&metadataPrefix=oai_dc";

    @TempDir
    private Path data;

    private static List<OaiRecord> records() {
        List<OaiRecord> records = new ArrayList<>();
        int number = 1;
        for (String datestamp : DATESTAMPS.keySet().stream().sorted().toList()) {
            records.add(SampleRecords.live(number++, "Title", Datestamp.received(datestamp)));
        }
        return records;
    }

    private static ScriptedProvider play() throws IOException {
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        OaiWriter.write(new OaiResponse(Datestamp.ofSecond(Instant.parse("2025-03-01T12:00:00Z")),
                new OaiResponse.RequestEcho("http://127.0.0.1/", Map.of("verb", "ListRecords", "metadataPrefix", "oai_dc")),
                new OaiResponse.ListRecords(records(), null)), list);
        return ScriptedProvider.start(InstantSource.system()).answer(LIST, list.toByteArray());
    }

    @Test
    void oddDatestamps_areKept_andEveryInterfaceAnswers() throws Exception {
        try (TestHub hub = new TestHub(data, "hub"); ScriptedProvider provider = play()) {
            HarvestOutcome outcome = hub.harvest("odd", provider.baseUrl());
            assertThat(outcome.counts().created()).as(outcome.toString()).isEqualTo(DATESTAMPS.size());

            for (OaiRecord sent : records()) {
                Optional<StoredRecord> stored = hub.store().get("odd", MetadataPrefix.OAI_DC, sent.identifier());
                assertThat(stored).map(StoredRecord::originDatestamp).contains(sent.header().datestamp());
            }
            ByteArrayOutputStream exported = new ByteArrayOutputStream();
            assertThat(new RecordExport(hub.store()).run(new RecordExport.Choice(null, null, null, null, null),
                    new JsonLinesOutput(exported), _ -> {})).isEqualTo(DATESTAMPS.size());
            for (String datestamp : DATESTAMPS.keySet()) {
                assertThat(exported.toString(StandardCharsets.UTF_8)).contains("\"originDatestamp\":\"" + datestamp + '"');
            }
            for (String id : List.of("odd", Aggregate.EVERYTHING)) {
                List<OaiRecord> served = ServingHub.records(hub.ask(id, LIST));
                assertThat(served).hasSize(DATESTAMPS.size());
                served.forEach(OddDatestampsTest::assertLegalProvenance);
            }
            try (SearchIndexer indexer = new SearchIndexer(hub.store(), data.resolve("index"));
                    SearchIndex index = RecordIndex.open(data.resolve("index"))) {
                assertThat(indexer.catchUp()).isTrue();
                index.refresh();
                assertThat(index.search(SearchQuery.of("title")).total()).isEqualTo(DATESTAMPS.size());
            }
            assertThat(hub.harvest("odd", provider.baseUrl()).counts().created()).isZero();
        }
    }

    private static void assertLegalProvenance(OaiRecord served) {
        String sent = records().stream().filter(record -> record.identifier().equals(served.identifier())).findFirst()
                .map(OaiRecord::header).map(Header::datestamp).map(Datestamp::text).orElseThrow();
        Provenance provenance = served.about().stream().map(ProvenanceReader::read).flatMap(Optional::stream).findFirst()
                .orElseThrow();
        String told = provenance.datestamp().text();
        String expected = DATESTAMPS.getOrDefault(sent, "");
        assertThat(told).as(sent).isEqualTo(expected.isEmpty() ? provenance.harvestDate().text() : expected);
    }

    @Test
    void damagedRows_areLeftOut_andTheOthersServed() throws Exception {
        try (TestHub hub = new TestHub(data, "hub"); ScriptedProvider provider = play()) {
            hub.harvest("odd", provider.baseUrl());
            damage("update rec set payload = x'00', origin = 9e300, ds = 9000000000000000 where seq in (select seq from rec order by seq limit 3)");
            List<StoredRecord> changes = hub.store().changes(MetadataPrefix.OAI_DC, 0, 2);
            assertThat(changes).as("three damaged ones at the beginning, two a portion").isNotEmpty();
            assertThat(hub.store().changes(MetadataPrefix.OAI_DC, 0, 100)).hasSize(DATESTAMPS.size() - 3);
            assertThat(ServingHub.records(hub.ask("odd", LIST))).hasSize(DATESTAMPS.size() - 3);
            OaiResponse headers = hub.ask("odd", "verb=ListIdentifiers&metadataPrefix=oai_dc");
            assertThat(((OaiResponse.ListIdentifiers) headers.answer()).headers()).isNotEmpty();
            ByteArrayOutputStream exported = new ByteArrayOutputStream();
            assertThat(new RecordExport(hub.store()).run(new RecordExport.Choice(null, null, null, null, null),
                    new JsonLinesOutput(exported), _ -> {})).isEqualTo(DATESTAMPS.size() - 3);
        }
    }

    private void damage(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("sheaf.db"));
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isEqualTo(3);
        }
    }
}
