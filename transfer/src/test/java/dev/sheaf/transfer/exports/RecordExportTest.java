package dev.sheaf.transfer.exports;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

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
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class RecordExportTest {

    private static final MetadataFormat OTHER = new MetadataFormat(new MetadataPrefix("other"), "", "urn:other");

    @TempDir
    private Path folder;
    private final SettableClock clock = new SettableClock(Instant.parse("2024-01-01T00:00:00Z"));
    @SuppressWarnings("NullAway.Init")
    private HubStore store;

    /** Two sources, a record a day: a:1 … a:5 alternating with b:1 … b:5; b also in another format. */
    @BeforeEach
    void fill() {
        store = HubStores.open(folder, new HubIdentity("Hub", "a@example.org", "hub.example.org"), clock);
        store.put(Source.imported("a", null));
        store.put(Source.imported("b", null));
        for (int day = 1; day <= 5; day++) {
            save("a", MetadataFormat.OAI_DC, "a:" + day);
            save("b", MetadataFormat.OAI_DC, "b:" + day);
            save("b", OTHER, "b:" + day);
            clock.advance(Duration.ofDays(1));
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void save(String source, MetadataFormat format, String identifier) {
        XmlFragment metadata = XmlFragment.of(format.equals(OTHER)
                ? "<o xmlns=\"urn:other\">x</o>"
                : "<o:dc xmlns:o=\"http://www.openarchives.org/OAI/2.0/oai_dc/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>A \"b\", c"
                        + "</dc:title><dc:creator>X</dc:creator><dc:creator>Y</dc:creator></o:dc>");
        long run = store.begin(source, clock.instant());
        store.save(new Batch(source, run, format, List.of(new OaiRecord(
                new Header(identifier, Datestamp.parse("2000-01-01"), List.of(new SetSpec("s:t")), false), metadata))));
    }

    private String jsonl(@Nullable String source, @Nullable MetadataPrefix prefix, @Nullable String set, @Nullable String from,
            @Nullable String until) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordExport.Choice choice = new RecordExport.Choice(source, prefix, set == null ? null : new SetSpec(set),
                from == null ? null : Datestamp.parse(from), until == null ? null : Datestamp.parse(until));
        new RecordExport(store).run(choice, new JsonLinesOutput(out), _ -> {});
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<String> identifiers(String jsonl) {
        return jsonl.lines().map(line -> line.substring(line.indexOf("\"identifier\":\"") + 14, line.indexOf("\",\"datestamp\"")))
                .toList();
    }

    @Test
    void recordsOfAllSourcesAndFormats_areOrderedByDatestamp() throws Exception {
        assertThat(identifiers(jsonl(null, null, null, null, null))).containsExactly("a:1", "b:1", "b:1", "a:2", "b:2", "b:2",
                "a:3",
                "b:3", "b:3", "a:4", "b:4", "b:4", "a:5", "b:5", "b:5");
    }

    @Test
    void exportsASelectionOnly() throws Exception {
        assertThat(identifiers(jsonl("a", null, null, null, null))).containsExactly("a:1", "a:2", "a:3", "a:4", "a:5");
        assertThat(identifiers(jsonl(null, MetadataPrefix.OAI_DC, null, "2024-01-04", null))).containsExactly("a:4", "b:4", "a:5",
                "b:5");
        assertThat(identifiers(jsonl(null, OTHER.prefix(), null, "2024-01-02", "2024-01-03"))).containsExactly("b:2", "b:3");
        assertThat(identifiers(jsonl(null, MetadataPrefix.OAI_DC, null, "2024-01-02T00:00:01Z", "2024-01-03"))).containsExactly(
                "a:3",
                "b:3");
        assertThat(identifiers(jsonl("a", null, "s", null, null))).hasSize(5);
        assertThat(jsonl("a", null, "t", null, null)).isEmpty();
        assertThat(jsonl(null, null, null, "2025-01-01", null)).isEmpty();
    }

    @Test
    void jsonLine_hasTheFieldsOfTheContract() throws Exception {
        assertThat(jsonl("b", OTHER.prefix(), null, null, "2024-01-01")).isEqualTo("{\"source\":\"b\",\"prefix\":\"other\","
                + "\"identifier\":\"b:1\",\"datestamp\":\"2024-01-01T00:00:00Z\",\"originDatestamp\":\"2000-01-01\",\"deleted\":false,"
                + "\"sets\":[\"s:t\"],\"metadata\":\"<o xmlns=\\\"urn:other\\\">x</o>\",\"about\":[]}\n");
    }

    @Test
    void xml_isOneResponseOfTheProtocol() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordExport.Choice choice = new RecordExport.Choice(null, MetadataPrefix.OAI_DC, null, null, null);
        new RecordExport(store).run(choice,
                new XmlOutput(out, "http://hub.example/oai", Selection.all(MetadataPrefix.OAI_DC), clock.instant()), _ -> {});
        OaiResponse response = OaiReader.read(out.toByteArray());
        assertThat(response.request().arguments()).containsEntry("verb", "ListRecords").containsEntry("metadataPrefix", "oai_dc");
        assertThat(((OaiResponse.ListRecords) response.answer()).records()).hasSize(10);
    }

    @Test
    void xmlWithoutRecords_isNoRecordsMatch() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordExport.Choice choice = new RecordExport.Choice(null, new MetadataPrefix("none"), null, null, null);
        new RecordExport(store).run(choice,
                new XmlOutput(out, "http://hub.example/oai", Selection.all(new MetadataPrefix("none")), clock.instant()),
                _ -> {});
        assertThat(OaiReader.read(out.toByteArray()).answer()).isInstanceOf(OaiResponse.Errors.class);
    }

    @Test
    void aTableHasAColumnForEachElement() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordExport.Choice choice = new RecordExport.Choice("a", MetadataPrefix.OAI_DC, null, null,
                Datestamp.parse("2024-01-01"));
        new RecordExport(store).run(choice, new CsvOutput(out), _ -> {});
        assertThat(out.toString(StandardCharsets.UTF_8).split("\r\n")).containsExactly(
                "source,identifier,datestamp,status,sets,dc:title,dc:creator,dc:subject,dc:description,dc:publisher,dc:contributor,dc:date,"
                        + "dc:type,dc:format,dc:identifier,dc:source,dc:language,dc:relation,dc:coverage,dc:rights",
                "a,a:1,2024-01-01T00:00:00Z,,s:t,\"A \"\"b\"\", c\",X||Y,,,,,,,,,,,,,");
    }
}
