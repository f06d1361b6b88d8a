package dev.sheaf.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** JSON as programs write it: arrays of objects, objects over several lines, one object around the records. */
class JsonImportTest {

    private static final String MAPPING = "identifier: id\ndc:\n  title: title\n  creator: people.name\n";

    @TempDir
    private Path folder;

    private Typed imported(String json, String... more) throws IOException {
        Files.writeString(folder.resolve("o.json"), json);
        Files.writeString(folder.resolve("m.yaml"), MAPPING);
        String[] arguments = new String[more.length + 3];
        arguments[0] = "import";
        arguments[1] = "o";
        arguments[2] = "o.json";
        System.arraycopy(more, 0, arguments, 3, more.length);
        return Typed.in(folder, arguments);
    }

    private String exported() {
        return Typed.in(folder, "export").out();
    }

    @Test
    void arrayOfObjects_isReadAsRecords() throws IOException {
        String array = """
                \ufeff[
                  {"id": "1", "title": "A [b] {c} \\\" ]", "people": [{"name": "X, Y"}]}, {"id": "2", "title": "B"},
                  {
                    "id": "3",
                    "title": "C"
                  }
                ]
                """;
        Typed typed = imported(array, "--mapping", "m.yaml");
        assertThat(typed.err()).contains("o: 3 new").doesNotContain("refused");
        assertThat(exported()).contains("<dc:title>A [b] {c} &quot; ]</dc:title>", "<dc:creator>X, Y</dc:creator>",
                ":o/3<");
        assertThat(imported(array, "--mapping", "m.yaml", "--format", "json").err()).contains("o: 3 the same");
    }

    @Test
    void objectsOverSeveralLines_areReadOneAfterTheOther() throws IOException {
        assertThat(imported("{\n  \"id\": \"1\",\n  \"title\": \"A\"\n}\n{\n \"id\": \"2\"\n, \"title\": \"B\"}\n", "--mapping",
                "m.yaml").err()).contains("o: 2 new").doesNotContain("refused");
    }

    @Test
    void arrayThatExportCouldHaveWritten_needsNoMapping() throws IOException {
        assertThat(imported("[{\"identifier\":\"oai:x:1\",\"metadata\":\"<a xmlns='urn:a'/>\"},\n"
                + "{\"identifier\":\"oai:x:2\",\"deleted\":true}]").err()).contains("o: 1 new, 1 deleted");
    }

    @Test
    void damagedObject_isReportedWithItsLine_andTheOthersAreImported() throws IOException {
        Typed typed = imported("[{\"id\":\"1\",\"title\":\"A\"},\n{\"id\":\"2\",\n\"title\" \"B\"},\n7, null, \"x,]\", [1],\n"
                + "{\"id\":\"3\",\"title\":\"C\"}]", "--mapping", "m.yaml");
        assertThat(typed.err()).contains("line 2: not readable as JSON at column", "of line 3", "line 4: it is not a JSON object",
                "o: 2 new, 5 refused");
    }

    @Test
    void arrayThatBreaksOff_withdrawsNothing() throws IOException {
        imported("[{\"id\":\"1\",\"title\":\"A\"},{\"id\":\"2\",\"title\":\"B\"}]", "--mapping", "m.yaml");
        Typed cut = imported("[{\"id\":\"1\",\"title\":\"A\"},\n{\"id\":\"2\",\"tit", "--mapping", "m.yaml");
        assertThat(cut.err()).contains("the file ends early, within the record that begins at line 2", "Nothing was withdrawn",
                "1 the same, 1 refused");
        assertThat(imported("[{\"id\":\"1\",\"title\":\"A\"},\n", "--mapping", "m.yaml").err())
                .contains("the array of its records is not closed", "Nothing was withdrawn");
        assertThat(imported("[]", "--mapping", "m.yaml").status()).isEqualTo(1);
        assertThat(exported()).contains("<dc:title>B</dc:title>");
    }

    /** Each element is held alone, so that the file may be larger than the memory. */
    @Test
    void largeArrays_areReadAsAStream() throws IOException {
        Files.writeString(folder.resolve("m.yaml"), MAPPING);
        String filling = "x".repeat(4_000);
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("large.json"))) {
            out.write("[");
            for (int i = 0; i < 3_000; i++) {
                out.write((i == 0 ? "" : ",") + "{\"id\":\"" + i + "\",\"title\":\"T\",\"unused\":\"" + filling + "\"}");
            }
            out.write("]");
        }
        assertThat(Typed.in(folder, "import", "large", "large.json", "--mapping", "m.yaml").err()).contains("large: 3,000 new");
    }

    @Test
    void suggestedMapping_readsArraysToo() throws IOException {
        String array = "[{\"id\":\"7\",\"title\":\"A\",\"creators\":[\"X, Y\",\"Z, W\"]},{\"id\":\"8\",\"title\":\"B\"}]";
        Typed typed = imported(array, "--suggest-mapping");
        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out()).contains("first 2 objects", "identifier: \"id\"", "creator: {column: \"creators\"}");
        Files.writeString(folder.resolve("s.yaml"), typed.out());
        assertThat(imported(array, "--mapping", "s.yaml").err()).contains("o: 2 new");
        assertThat(exported()).contains("<dc:creator>Z, W</dc:creator>");
    }

    @Test
    void suggestionForUnknownFields_fails() throws IOException {
        for (String json : new String[]{"[]", "[1, 2]", "[{}]", "[{\"a\": null}]"}) {
            Typed typed = imported(json, "--suggest-mapping");
            assertThat(typed.status()).as(json).isEqualTo(1);
            assertThat(typed.out()).as(json).isEmpty();
        }
    }

    /** Answers of web interfaces have an object around the records: taken as one record, it would join all of them without a word. */
    @Test
    void objectAroundTheRecords_isReported() throws IOException {
        String wrapped = "{\"count\":2,\"items\":[{\"id\":\"1\",\"title\":\"A\"},{\"id\":\"2\",\"title\":\"B\"}]}";
        Files.writeString(folder.resolve("w.yaml"), "dc:\n  title: items.title\n");
        assertThat(imported(wrapped, "--mapping", "w.yaml").err()).contains("has 2 objects at 'items'", "one record");
        assertThat(imported(wrapped, "--suggest-mapping").out()).contains("# ", "has 2 objects at 'items'");
    }
}
