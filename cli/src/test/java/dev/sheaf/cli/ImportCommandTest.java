package dev.sheaf.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class ImportCommandTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;
    private Path records = Path.of("");

    @BeforeEach
    void makeAFolder() throws IOException {
        records = Files.createDirectory(folder.resolve("records"));
    }

    private static String dc(String title) {
        return "<oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
                + "<dc:title>" + title + "</dc:title></oai_dc:dc>";
    }

    private List<JsonNode> exported(String... more) {
        String[] arguments = new String[more.length + 3];
        arguments[0] = "export";
        arguments[1] = "--format";
        arguments[2] = "jsonl";
        System.arraycopy(more, 0, arguments, 3, more.length);
        return Typed.in(folder, arguments).out().lines().map(JSON::readTree).toList();
    }

    @Test
    void xmlFile_becomesARecordNamedAfterItsPath() throws IOException {
        Files.createDirectories(records.resolve("a b"));
        Files.writeString(records.resolve("a b/ä.xml"), dc("One"));
        Files.writeString(records.resolve("notes.txt"), "not a record");
        Files.writeString(records.resolve(".hidden.xml"), dc("Hidden"));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(records.resolve("two.xml.gz")))) {
            out.write(("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n" + dc("Zwölf")).getBytes(StandardCharsets.ISO_8859_1));
        }
        Typed typed = Typed.in(folder, "import", "local", "records");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.err()).contains("local: 2 new").contains("passed over").contains("notes.txt");
        List<JsonNode> exported = exported();
        assertThat(exported).extracting(node -> node.path("identifier").asString()).allMatch(id -> id.startsWith("oai:"))
                .anyMatch(id -> id.endsWith(":local/a%20b/%C3%A4")).anyMatch(id -> id.endsWith(":local/two"));
        assertThat(exported).extracting(node -> node.path("metadata").asString()).anyMatch(xml -> xml.contains("Zwölf"));
    }

    @Test
    void secondImport_withdrawsMissingRecords_exceptWithAdd() throws IOException {
        Files.writeString(records.resolve("one.xml"), dc("One"));
        Files.writeString(records.resolve("two.xml"), dc("Two"));
        Typed.in(folder, "import", "local", "records");
        Files.delete(records.resolve("two.xml"));
        Files.writeString(records.resolve("three.xml"), dc("Three"));
        assertThat(Typed.in(folder, "import", "local", "records", "--dry-run").err())
                .contains("would be: 1 new, 1 the same, 1 deleted");
        assertThat(Typed.in(folder, "import", "local", "records", "--add").err()).contains("1 new, 1 the same")
                .doesNotContain("deleted");
        assertThat(Typed.in(folder, "import", "local", "records").err()).contains("2 the same, 1 deleted");
        assertThat(exported()).filteredOn(node -> node.path("deleted").asBoolean())
                .extracting(node -> node.path("identifier").asString()).singleElement().asString().endsWith(":local/two");
    }

    @Test
    void brokenFile_isReported_itsRecordStays_andTheOthersAreImported() throws IOException {
        Files.writeString(records.resolve("one.xml"), dc("One"));
        Files.writeString(records.resolve("two.xml"), dc("Two"));
        Files.writeString(records.resolve("three.xml"), dc("Three"));
        Typed.in(folder, "import", "local", "records");
        Files.writeString(records.resolve("two.xml"), "<a><b></a>");
        Files.delete(records.resolve("three.xml"));
        Typed typed = Typed.in(folder, "import", "local", "records");
        assertThat(typed.status()).isZero();
        assertThat(typed.err()).contains("refused: ").contains("two.xml").contains("not well-formed")
                .contains("1 the same, 1 deleted, 1 refused").doesNotContain("\tat ");
        assertThat(exported()).filteredOn(node -> !node.path("deleted").asBoolean()).hasSize(2);
    }

    @Test
    void withdrawsNothingWhileARecordHasNoKnownIdentifier() throws IOException {
        Files.writeString(records.resolve("all.jsonl"), """
                {"identifier":"x:1","metadata":"<a/>"}
                {"identifier":"x:2","metadata":"<a/>"}
                """);
        Typed.in(folder, "import", "local", "records");
        Files.writeString(records.resolve("all.jsonl"), """
                {"identifier":"x:1","metadata":"<a/>"}
                {"identifier":"x:2","metadata
                """);
        Typed typed = Typed.in(folder, "import", "local", "records");
        assertThat(typed.status()).isZero();
        assertThat(typed.err()).contains("all.jsonl, line 2").contains("not readable as JSON").contains("Nothing was withdrawn");
        assertThat(exported("--prefix", "a")).noneMatch(node -> node.path("deleted").asBoolean());
    }

    @Test
    void unreadableInput_failsAndChangesNothing() throws IOException {
        Files.writeString(records.resolve("one.xml"), dc("One"));
        Typed.in(folder, "import", "local", "records");
        Files.writeString(records.resolve("one.xml"), "<broken");
        Typed typed = Typed.in(folder, "import", "local", "records");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("nothing could be read");
        assertThat(exported()).hasSize(1).noneMatch(node -> node.path("deleted").asBoolean());
    }

    @Test
    void exportedRecords_areImportedWithDeletionsSetsAndDates() throws IOException {
        Files.writeString(records.resolve("all.jsonl"),
                """
                        {"source":"s","prefix":"oai_dc","identifier":"x:1","datestamp":"2019-05-05","sets":["a:b"],"metadata":"%s","about":["<note xmlns='urn:n'>n</note>"]}
                        {"source":"s","prefix":"oai_dc","identifier":"x:2","datestamp":"2019-05-06T01:02:03Z","deleted":true,"sets":[],"metadata":null,"about":[]}
                        """
                        .formatted(dc("One").replace("\"", "\\\"")));
        assertThat(Typed.in(folder, "import", "first", "records").err()).contains("1 new, 1 deleted");
        Typed.in(folder, "export", "--source", "first", "--format", "jsonl", "-o", "out.jsonl");
        Typed.in(folder, "export", "--source", "first", "-o", "out.xml");
        assertThat(Typed.in(folder, "import", "second", "out.jsonl").status()).isZero();
        Typed third = Typed.in(folder, "import", "third", "out.xml");
        assertThat(third.status()).as(third.err()).isZero();
        for (String source : List.of("first", "second", "third")) {
            List<JsonNode> exported = exported("--source", source);
            assertThat(exported).as(source).hasSize(2);
            JsonNode live = exported.stream().filter(node -> !node.path("deleted").asBoolean()).findFirst().orElseThrow();
            assertThat(live.path("metadata").asString()).isEqualTo(dc("One"));
            assertThat(live.path("sets").get(0).asString()).isEqualTo("a:b");
            assertThat(live.path("about").get(0).asString()).contains("urn:n");
            assertThat(live.path("source").asString()).isEqualTo(source);
        }
        assertThat(exported("--source", "first").stream().map(node -> node.path("originDatestamp").asString("")).toList())
                .contains("2019-05-05");
    }

    @Test
    void mapping_makesRecordsOfAnyObjects() throws IOException {
        Files.writeString(folder.resolve("books.yaml"), """
                identifier: id
                datestamp: updated
                sets: [shelf.name]
                dc:
                  title: title
                  creator: creators
                  identifier: [isbn, links.url]
                """);
        Files.writeString(folder.resolve("books.jsonl"),
                """
                        {"id":"book 1","title":"A & B","creators":["X","Y"],"shelf":{"name":"top"},"links":[{"url":"http://a.example/"}],"isbn":null,"updated":"2020-02-02"}
                        {"id":"urn:isbn:1","title":"C"}
                        {"title":"no id"}
                        """);
        Typed typed = Typed.in(folder, "import", "books", "books.jsonl", "--mapping", "books.yaml");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.err()).contains("2 new, 1 refused").contains("line 3").contains("'id'");
        List<JsonNode> exported = exported();
        assertThat(exported).extracting(node -> node.path("identifier").asString()).anyMatch(id -> id.endsWith(":books/book%201"))
                .contains("urn:isbn:1");
        JsonNode first = exported.getFirst();
        assertThat(first.path("metadata").asString()).contains("<dc:title>A &amp; B</dc:title>", "<dc:creator>X</dc:creator>",
                "<dc:creator>Y</dc:creator>", "<dc:identifier>http://a.example/</dc:identifier>");
        assertThat(first.path("sets").get(0).asString()).isEqualTo("top");
        assertThat(first.path("originDatestamp").asString()).isEqualTo("2020-02-02");
    }

    @Test
    void damagedMapping_isOneMessage() throws IOException {
        Files.writeString(folder.resolve("books.jsonl"), "{\"id\":\"x:1\"}\n");
        for (String damaged : List.of("identifier: [id\ndc: {", "identifier: id\ndc:\n  author: creators\n", "identifier: id\n",
                "titel: x\n", "- a\n- b\n", "identifier: id\ndc:\n  title: a..b\n", "identifier: {a: b}\n")) {
            Files.writeString(folder.resolve("damaged.yaml"), damaged);
            Typed typed = Typed.in(folder, "import", "books", "books.jsonl", "--mapping", "damaged.yaml");
            assertThat(typed.status()).as(damaged).isEqualTo(1);
            assertThat(typed.err()).as(damaged).startsWith("sheaf: mapping ").contains("damaged.yaml").hasLineCount(1)
                    .doesNotContain("Exception");
        }
        assertThat(Typed.in(folder, "source", "list", "--json").out().strip()).isEqualTo("[]");
    }

    @Test
    void importIntoAHarvestedSource_isRefused() throws IOException {
        Typed.in(folder, "source", "add", "far", "http://far.invalid/oai");
        Files.writeString(records.resolve("one.xml"), dc("One"));
        Typed typed = Typed.in(folder, "import", "far", "records");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("harvested from http://far.invalid/oai");
    }

    @Test
    void marcRecordsAreListedAsDublinCoreToo() throws IOException {
        Files.writeString(records.resolve("one.xml"), """
                <record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 a 4500</leader>\
                <datafield tag="245" ind1="0" ind2="0"><subfield code="a">Orlando</subfield></datafield></record>""");
        Typed.in(folder, "import", "marc", "records");
        assertThat(exported()).singleElement().extracting(node -> node.path("prefix").asString()).isEqualTo("marc21");
        assertThat(exported("--prefix", "oai_dc")).singleElement().extracting(node -> node.path("metadata").asString()).asString()
                .contains("<dc:title>Orlando</dc:title>");
        Files.delete(records.resolve("one.xml"));
        Files.writeString(records.resolve("two.xml"), dc("Two"));
        Typed.in(folder, "import", "marc", "records");
        assertThat(exported("--prefix", "oai_dc")).filteredOn(node -> node.path("deleted").asBoolean()).hasSize(1);
    }

    @Test
    void truncatedResponse_isNamed_andItsRecordsAreTaken() throws IOException {
        Files.writeString(records.resolve("page.xml"),
                """
                        <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2020-01-01T00:00:00Z</responseDate>
                        <request verb="ListRecords" metadataPrefix="oai_dc">http://a.example/oai</request><ListRecords>
                        <record><header><identifier>x:1</identifier><datestamp>2020-01-01</datestamp></header><metadata>%s</metadata></record>
                        <record><header><identifier>x:2</identifier><datestamp>2020-01-01</datestamp></header><metadata>%s</meta"""
                        .formatted(dc("One"), dc("Two")));
        Typed typed = Typed.in(folder, "import", "page", "records");
        assertThat(typed.status()).as("the records after the end are missing").isEqualTo(1);
        assertThat(typed.err()).contains("page.xml").contains("ends early").contains("1 new, 1 refused");
    }

    @Test
    void webPage_isNotTakenForARecord() throws IOException {
        Files.writeString(folder.resolve("export.xml"),
                "<?xml version=\"1.0\"?>\n<!DOCTYPE html><html><head><title>Log in</title></head><body>Log in</body></html>");
        Typed typed = Typed.in(folder, "import", "local", "export.xml");
        assertThat(typed.status()).as(typed.err()).isEqualTo(1);
        assertThat(typed.err()).contains("export.xml: it is a web page (HTML)");
        assertThat(Typed.in(folder, "import", "pages", "export.xml", "--format", "xml").err()).contains("1 new");

        Files.writeString(records.resolve("index.html"), "<HTML><body>Records</body></HTML>");
        Files.writeString(records.resolve("one.xml"), dc("One"));
        Typed inFolder = Typed.in(folder, "import", "folder", "records");
        assertThat(inFolder.status()).as(inFolder.err()).isZero();
        assertThat(inFolder.err()).contains("index.html", "1 new").doesNotContain("refused");
    }

    @Test
    void truncatedTable_isPartial_withAddToo() throws IOException {
        Files.writeString(folder.resolve("cut.csv"), "id,title\n1,Emma\n2,\"Wald");
        for (String[] more : new String[][]{{}, {"--add"}}) {
            String id = more.length == 0 ? "whole" : "added";
            Typed typed = Typed.in(folder,
                    Stream.concat(Stream.of("import", id, "cut.csv"), Stream.of(more)).toArray(String[]::new));
            assertThat(typed.status()).as(typed.err()).isEqualTo(1);
            assertThat(typed.err()).contains("cut.csv: a quote that opens in the row at line 3 is never closed",
                    "1 new, 1 refused",
                    id + ": partial", "The records before the fault are stored");
            assertThat(Typed.in(folder, "source", "show", id).out()).contains("partial(", "1 live");
        }
    }

    @Test
    void unreadableSource_isNotRegistered() throws IOException {
        Files.createFile(records.resolve("empty.xml"));
        Typed typed = Typed.in(folder, "import", "mistyped", "records/empty.xml");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("it is empty");
        assertThat(Typed.in(folder, "source", "list", "--json").out()).isEqualToIgnoringNewLines("[]");
    }

    @Test
    void invalidYamlMapping_isReportedWithItsText() throws IOException {
        Files.writeString(folder.resolve("mapping.yaml"), "\tidentifier: id\n");
        Files.writeString(records.resolve("a.jsonl"), "{\"id\":\"1\"}\n");
        Typed typed = Typed.in(folder, "import", "local", "records", "--mapping", "mapping.yaml");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("mapping.yaml, line 1, column 1").contains("TAB").hasLineCount(1);
    }

    @Test
    void savedResponsesOfOtherVerbs_areSkipped_butErrorsAreReported() throws IOException {
        String envelope = "<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'><responseDate>2020-01-01T00:00:00Z</responseDate>"
                + "<request>http://a.example/oai</request>%s</OAI-PMH>";
        String record = "<ListRecords><record><header><identifier>x:%d</identifier><datestamp>2020-01-01</datestamp></header><metadata>"
                + dc("One") + "</metadata></record></ListRecords>";
        Files.writeString(records.resolve("1.xml"), envelope.formatted(record.formatted(1)));
        Files.writeString(records.resolve("2.xml"), envelope.formatted(record.formatted(2)));
        Typed.in(folder, "import", "saved", "records");
        Files.writeString(records.resolve("2.xml"), envelope.formatted("<ListSets/>"));
        Files.writeString(records.resolve("3.xml"), envelope.formatted("<error code='noRecordsMatch'>none</error>"));
        assertThat(Typed.in(folder, "import", "saved", "records").err()).contains("passed over")
                .contains("1 the same, 1 deleted");
        Files.writeString(records.resolve("3.xml"), envelope.formatted("<error code='badResumptionToken'>expired</error>"));
        Files.delete(records.resolve("1.xml"));
        Files.writeString(records.resolve("4.xml"), envelope.formatted(record.formatted(4)));
        assertThat(Typed.in(folder, "import", "saved", "records").err()).contains("badResumptionToken")
                .contains("Nothing was withdrawn")
                .contains("1 new, 1 refused");
    }

    @Test
    void doctype_isRefusedInOneLine() throws IOException {
        Files.writeString(records.resolve("one.xml"), dc("One"));
        Files.writeString(records.resolve("two.xml"), "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>");
        Typed typed = Typed.in(folder, "import", "local", "records");
        assertThat(typed.err()).contains("1 new, 1 refused").contains("DOCTYPE").hasLineCount(2);
    }

    @Test
    void missingPath_isReported() {
        Typed typed = Typed.in(folder, "import", "x", "nowhere.xml");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("there is no file or folder").contains("nowhere.xml");
    }
}
