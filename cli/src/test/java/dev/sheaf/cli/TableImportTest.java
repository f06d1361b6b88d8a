package dev.sheaf.cli;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class TableImportTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String MAPPING = """
            identifier: id
            datestamp: updated
            dc:
              title: title
              creator: {column: authors, split: ";"}
              date: year
            """;

    @TempDir
    private Path folder;

    private Typed imported(String csv, String mapping, String... more) throws IOException {
        Files.writeString(folder.resolve("books.csv"), csv);
        Files.writeString(folder.resolve("books.yaml"), mapping);
        String[] arguments = new String[more.length + 5];
        arguments[0] = "import";
        arguments[1] = "books";
        arguments[2] = "books.csv";
        arguments[3] = "--mapping";
        arguments[4] = "books.yaml";
        System.arraycopy(more, 0, arguments, 5, more.length);
        return Typed.in(folder, arguments);
    }

    private List<JsonNode> exported() {
        return Typed.in(folder, "export", "--source", "books", "--format", "jsonl").out().lines().map(JSON::readTree).toList();
    }

    private List<String> metadata() {
        return exported().stream().map(node -> node.path("metadata").asString("")).toList();
    }

    private List<String> identifiers() {
        return exported().stream().map(node -> node.path("identifier").asString().replaceFirst("^oai:.*:books/", ""))
                .toList();
    }

    @Test
    void headerOfElementNames_needsNoMapping() throws IOException {
        Files.writeString(folder.resolve("books.csv"), """
                id,dc.title,creator,dc.date.issued,dc.title[de],shelf
                b1,Middlemarch,"Eliot, George||Evans, Mary Ann",1871,Mittelmarsch,A 1
                """);
        Typed typed = Typed.in(folder, "import", "books", "books.csv");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.err()).contains("books: 1 new").contains("not used").contains("shelf").doesNotContain("id,");
        assertThat(identifiers()).containsExactly("b1");
        assertThat(metadata()).singleElement().asString().contains("<dc:title>Middlemarch</dc:title>",
                "<dc:title xml:lang=\"de\">Mittelmarsch</dc:title>", "<dc:creator>Eliot, George</dc:creator>",
                "<dc:creator>Evans, Mary Ann</dc:creator>", "<dc:date>1871</dc:date>");
    }

    @Test
    void unknownHeader_isAnError_andNothingIsChanged() throws IOException {
        Files.writeString(folder.resolve("books.csv"), "nr;name\n1;A\n");
        Typed typed = Typed.in(folder, "import", "books", "books.csv");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("Dublin Core").contains("--mapping").contains("nr, name").hasLineCount(1);
        assertThat(Typed.in(folder, "source", "list", "--json").out().strip()).isEqualTo("[]");
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t", "|"})
    void delimiter_isDetected_andQuotedLineEndsAreKept(String delimiter) throws IOException {
        String csv = """
                id,title,authors,year,updated
                b1,"A ""B"", C; D | E
                second line","X; Y",1999,2020-02-02

                b2,Other,,,
                """.replace(",", delimiter).replace("\"\"B\"\"" + delimiter, "\"\"B\"\",");
        Typed typed = imported("\ufeff" + csv, MAPPING);
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.err()).isEqualToIgnoringNewLines("books: 2 new");
        assertThat(metadata().getFirst()).contains("A &quot;B&quot;, C; D | E\nsecond line", "<dc:creator>X</dc:creator>",
                "<dc:creator>Y</dc:creator>");
        assertThat(exported().getFirst().path("originDatestamp").asString()).isEqualTo("2020-02-02");
    }

    @Test
    void fileThatIsNotUtf8_isReadWithAWarning() throws IOException {
        Files.write(folder.resolve("books.csv"), "id,title\nb1,Zwölf €\n".getBytes(Charset.forName("windows-1252")));
        Typed typed = Typed.in(folder, "import", "books", "books.csv");
        assertThat(typed.err()).contains("books.csv is not UTF-8: read as windows-1252").contains("1 new");
        assertThat(metadata()).singleElement().asString().contains("Zwölf €");
        Files.write(folder.resolve("books.csv"), "\ufeffid,title\nb1,Zwölf €\n".getBytes(StandardCharsets.UTF_16LE));
        assertThat(Typed.in(folder, "import", "books", "books.csv").err()).isEqualToIgnoringNewLines("books: 1 the same");
    }

    @Test
    void damagedByte_keepsTheEncodingOfOtherLetters() throws IOException {
        byte[] bytes = "id,title\nb1,äöüßéàèçñøåæœ\nb2,damXaged\n".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes[i] == 'X' ? (byte) 0xff : bytes[i];
        }
        Files.write(folder.resolve("books.csv"), bytes);
        Typed typed = Typed.in(folder, "import", "books", "books.csv");
        assertThat(typed.err()).contains("books.csv, line 3: its title contains U+FFFD").contains("2 new")
                .doesNotContain("windows");
        assertThat(metadata()).anyMatch(xml -> xml.contains("äöüßéàèçñøåæœ"));
    }

    @Test
    void mappingOfAMissingColumn_isAnErrorBeforeAnyChange() throws IOException {
        Typed typed = imported("id,titel,authors,year,updated\nb1,A,,,\n", MAPPING);
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("books.yaml, line 4: there is no column 'title' in ").contains("did you mean 'titel'?")
                .contains("id, titel, authors, year, updated").hasLineCount(1);
        assertThat(Typed.in(folder, "source", "list", "--json").out().strip()).isEqualTo("[]");
    }

    @Test
    void badRows_areReported_andTheOthersServed() throws IOException {
        Typed typed = imported("""
                id,title,authors,year,updated
                b1,One,,1999,2020-02-02
                ,Without identifier,,,
                b2,Two,,2021-02-30,yesterday
                b1,One again,,,
                b3,Ragged,,
                b4,Ille\u0001gal \ufffe,,,
                b5,Five,,,
                """, MAPPING);
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.err())
                .contains("books.csv, line 3: it has no value at 'id', from which the mapping takes the identifier")
                .contains("books.csv, line 4: its date '2021-02-30' does not exist")
                .contains("books.csv, line 4: its datestamp 'yesterday' is not a date")
                .containsPattern("refused: .*books.csv, line 5: it has the same identifier as .*books.csv, line 2, which is kept")
                .contains("books.csv, line 6: it has 4 values, but there are 5 columns")
                .contains("books.csv, line 7: its title holds U+0001")
                .contains("books: 4 new, 3 refused").doesNotContain("Nothing was withdrawn");
        assertThat(identifiers()).containsExactly("b1", "b2", "b4", "b5");
        assertThat(metadata().get(0)).contains("One<");
        assertThat(metadata().get(1)).contains("<dc:date>2021-02-30</dc:date>");
        assertThat(metadata().get(2)).contains("Ille\ufffdgal \ufffd");
    }

    @Test
    void secondImport_findsNewChangedAndMissingRows() throws IOException {
        imported("id,title,authors,year,updated\nb1,One,,,\nb2,Two,,,\nb3,Three,,,\n", MAPPING);
        String changed = "id,title,authors,year,updated\nb1,One,,,\nb2,Two!,,,\nb4,Four,,,\n";
        assertThat(imported(changed, MAPPING, "--dry-run").err())
                .isEqualToIgnoringNewLines("books: would be: 1 new, 1 changed, 1 the same, 1 deleted");
        assertThat(imported(changed, MAPPING).err()).isEqualToIgnoringNewLines("books: 1 new, 1 changed, 1 the same, 1 deleted");
        assertThat(imported(changed, MAPPING).err()).isEqualToIgnoringNewLines("books: 3 the same");
        assertThat(imported(changed + ",No identifier,,,\n", MAPPING).err()).contains("Nothing was withdrawn");
    }

    @Test
    void unclosedQuote_isNamedWithItsLine() throws IOException {
        Typed typed = imported("id,title,authors,year,updated\nb1,One,,,\nb2,\"Two,,,\nb3,Three,,,\n", MAPPING);
        assertThat(typed.status()).as("what follows is missing").isEqualTo(1);
        assertThat(typed.err()).contains("a quote that opens in the row at line 3 is never closed").contains("1 new, 1 refused");
    }

    @Test
    void rowsWithoutIdentifiers_areNamedAfterTheirContent() throws IOException {
        String mapping = "dc:\n  title: title\n";
        Typed typed = imported("title,year\nOne,1\nTwo,2\nOne,1\n", mapping);
        assertThat(typed.err()).contains("no identifiers in").contains("2 new, 1 refused").contains("line 4").contains("line 2");
        assertThat(imported("year,title,more\n2,Two,\n1,One,\n", mapping).err()).contains("2 the same").doesNotContain("new");
        assertThat(imported("title,year\nOne,1\nTwo,2\n", "identifier: {hash: [title]}\ndc:\n  title: title\n").err())
                .contains("2 new, 2 deleted").doesNotContain("no identifiers");
        assertThat(
                imported("title,year\nOne,5\nTwo,2\n", "identifier: {hash: [title]}\ndc:\n  title: title\n  date: year\n").err())
                .contains("2 changed").doesNotContain("new");
    }

    @Test
    void columnsOfSets_becomeSetsWithNames() throws IOException {
        Typed typed = imported("""
                id,title,faculty,faculty_name,path,updated
                b1,One,art,Faculty of Arts,History / Modern,
                b2,Two,med,Medicine,,
                """, """
                identifier: id
                sets:
                  - {column: faculty, name: faculty_name, prefix: faculty}
                  - {column: path, separator: "/"}
                  - {value: books}
                set-names:
                  faculty: Faculties
                  books: All books
                dc:
                  title: title
                """);
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(exported().getFirst().path("sets").valueStream().map(JsonNode::asString)).containsExactlyInAnyOrder(
                "faculty:art",
                "History:Modern", "books");
        String shown = Typed.in(folder, "source", "show", "books").out();
        assertThat(shown).contains("formats offered    oai_dc").doesNotContain("\nformats   ").contains("faculty (Faculties)",
                "faculty:art (Faculty of Arts)", "History:Modern (Modern)", "books (All books)");
        imported("id,title,faculty,faculty_name,path,updated\nb1,One,art,Arts!,,\nb2,Two,med,Medicine,,\n",
                Files.readString(folder.resolve("books.yaml")));
        assertThat(exported()).allMatch(node -> node.path("sets").size() == 2);
    }

    @Test
    void mapping_combinesColumnsAndConstants() throws IOException {
        Typed typed = imported("id,title,lang,tags\nb 1,One,en,x|y\n", """
                identifier: "oai:example.org:{id}"
                dc:
                  title: {column: title, lang: "{lang}"}
                  identifier: ["https://x.org/{id}?t={title}", id]
                  subject: {column: tags, split: "|", lang: en}
                  rights: {value: CC BY 4.0}
                """);
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(exported()).singleElement().extracting(node -> node.path("identifier").asString())
                .isEqualTo("oai:example.org:b%201");
        assertThat(metadata()).singleElement().asString().contains("<dc:title xml:lang=\"en\">One</dc:title>",
                "<dc:identifier>https://x.org/b 1?t=One</dc:identifier><dc:identifier>b 1</dc:identifier>",
                "<dc:subject xml:lang=\"en\">x</dc:subject><dc:subject xml:lang=\"en\">y</dc:subject>",
                "<dc:rights>CC BY 4.0</dc:rights>");
    }

    @Test
    void datesAndLanguages_areNormalisedOnRequest_withWarnings() throws IOException {
        Typed typed = imported("id,title,year,language,updated\nb1,One,May 1999,ger,12.5.1999\nb2,Two,ca. 1871,Elvish,\n", """
                identifier: id
                datestamp: updated
                dates: normalise
                languages: normalise
                dc:
                  title: title
                  date: year
                  language: language
                """);
        assertThat(typed.err()).contains("line 3: its date 'ca. 1871' cannot be read with certainty")
                .contains("line 3: its language 'Elvish' is not known").contains("2 new");
        assertThat(metadata().getFirst()).contains("<dc:date>1999-05</dc:date>", "<dc:language>de</dc:language>");
        assertThat(metadata().getLast()).contains("ca. 1871", "Elvish");
        assertThat(exported().getFirst().path("originDatestamp").asString()).isEqualTo("1999-05-12");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dc:\n  title: '{title'\n", "dc:\n  title: {lang: en}\n", "dates: perhaps\n", "encoding: klingon\n",
            "delimiter: ';;'\n", "sets:\n  - {colunm: a}\n", "identifier: {hash: []}\n", "dc:\n  title: ''\n",
            "languages: [a]\n"})
    void wrongMapping_isOneMessageWithItsLine(String mapping) throws IOException {
        Typed typed = imported("title\nA\n", mapping);
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).startsWith("sheaf: mapping ").contains("books.yaml, line ").hasLineCount(1);
    }

    @Test
    void dryRun_showsTheFirstRecords_andMakesNoDataDirectory() throws IOException {
        Typed typed = imported("id,title,authors,year,updated\nb1,One & only,,,\n,No,,,\nb2,Two,,,\nb3,Three,,,\nb4,Four,,,\n",
                MAPPING + "sets:\n  - {value: a b}\n", "--dry-run");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.err()).contains("line 3: it has no value at 'id'").contains("books: would be: 4 new, 1 refused");
        assertThat(typed.out())
                .contains(":books/b1</identifier>", "<setSpec>a!20b</setSpec>", "  <dc:title>One &amp; only</dc:title>\n")
                .contains("Three").doesNotContain("Four");
        assertThat(folder.resolve("sheaf-data")).doesNotExist();
        assertThat(imported("id,title,authors,year,updated\nb1,One,,,\n", MAPPING, "--dry-run", "--show", "0").out()).isEmpty();
    }

    @Test
    void unsupportedWorkbook_isNamed() throws IOException {
        Files.write(folder.resolve("old.xls"), new byte[]{(byte) 0xd0, (byte) 0xcf, 0x11, (byte) 0xe0, 0, 0});
        Typed typed = Typed.in(folder, "import", "books", "old.xls");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("save it as .xlsx or as CSV");
    }

    @Test
    void pathWithoutAnyValue_isReported() throws IOException {
        Files.writeString(folder.resolve("books.jsonl"), "{\"id\":\"1\",\"title\":\"A\"}\n{\"id\":\"1\",\"title\":\"B\"}\n");
        Files.writeString(folder.resolve("books.yaml"), "identifier: id\ndc:\n  title: title\n  creator: autor.name\n");
        Typed typed = Typed.in(folder, "import", "books", "books.jsonl", "--mapping", "books.yaml");
        assertThat(typed.err()).contains("has a value at these paths of the mapping: autor.name").contains("1 new, 1 refused")
                .contains("same identifier as");
    }
}
