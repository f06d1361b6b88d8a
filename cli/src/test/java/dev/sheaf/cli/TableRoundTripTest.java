package dev.sheaf.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.transfer.TableCells;

import static org.assertj.core.api.Assertions.assertThat;

/** A table that export writes is read back as the same records. */
class TableRoundTripTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String[] PIECES = {"|", "||", "\\", "\\|", "'", "=", "+", "-", "@", "\t", "\r", "\n", "\"", ",", ";",
            "[de] ", "[", "]",
            " ", "a", "B", "ä", "日本", "\ud834\udd1e", "<", "&", "]]>", "HYPERLINK(\"x\")", "\\\\", "'=", "[en", "\u00a0"};

    @TempDir
    private Path folder;

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(1, 8); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private static String record(Random random, int number) {
        ObjectNode record = JSON.createObjectNode();
        record.put("source", "s").put("prefix", "oai_dc");
        record.put("identifier", random.nextInt(5) == 0 ? "=x:" + number : "urn:x:" + number);
        record.put("datestamp", random.nextBoolean() ? "2019-05-05" : "2020-01-02T03:04:05Z");
        record.put("deleted", random.nextInt(10) == 0);
        for (int i = random.nextInt(3); i > 0; i--) {
            record.withArray("sets").add("a" + random.nextInt(3) + ":b");
        }
        DublinCoreWriter writer = new DublinCoreWriter();
        for (String element : DublinCoreWriter.ELEMENTS) {
            for (int i = random.nextInt(4); i > 0; i--) {
                writer.add(element, text(random), random.nextInt(3) == 0 ? "en-GB" : null);
            }
        }
        record.put("metadata", new String(writer.end().utf8(), StandardCharsets.UTF_8));
        return record.toString();
    }

    private List<String> exported(String source) {
        List<String> records = new ArrayList<>();
        Typed.in(folder, "export", "--source", source, "--format", "jsonl", "--prefix", "oai_dc").out().lines().forEach(line -> {
            JsonNode record = JSON.readTree(line);
            List<String> sets = new ArrayList<>();
            record.path("sets").forEach(set -> sets.add(set.asString()));
            records.add(record.path("identifier").asString() + " " + record.path("deleted").asBoolean() + " "
                    + sets.stream().sorted().toList() + " "
                    + record.path("metadata").asString());
        });
        return records.stream().sorted().toList();
    }

    @Test
    void randomRecords_comeBackEqual() throws IOException {
        Random random = new Random(20_260_101);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            lines.add(record(random, i));
        }
        Files.write(folder.resolve("all.jsonl"), lines);
        Typed.in(folder, "import", "first", "all.jsonl");
        assertThat(Typed.in(folder, "export", "--source", "first", "--format", "csv", "-o", "all.csv").status()).isZero();
        Typed second = Typed.in(folder, "import", "second", "all.csv");
        assertThat(second.err()).doesNotContain("refused", "warning");
        assertThat(exported("second")).hasSize(400).isEqualTo(exported("first"));
        assertThat(Typed.in(folder, "import", "second", "all.csv").err()).contains("second: 400 the same");
    }

    @Test
    void writtenCells_areReadUnchanged() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            List<String> values = new ArrayList<>();
            for (int j = random.nextInt(4); j > 0; j--) {
                String text = text(random).strip();
                if (!text.isEmpty()) {
                    values.add(text);
                }
            }
            String cell = TableCells.guard(
                    TableCells.join(values.stream().map(value -> TableCells.tagged(new TableCells.Value(value, null))).toList()));
            assertThat(cell).doesNotStartWith("=").doesNotStartWith("+").doesNotStartWith("-").doesNotStartWith("@");
            assertThat(TableCells.split(TableCells.unguarded(cell)).stream().map(TableCells::untagged).map(TableCells.Value::text)
                    .toList())
                    .as(cell).isEqualTo(values);
        }
        assertThat(TableCells.split("\\\\server\\share || b | c")).containsExactly("\\\\server\\share", "b | c");
    }

    @Test
    void exportedFile_beginsWithAByteOrderMarkAndGuardsFormulas() throws IOException {
        Files.writeString(folder.resolve("books.csv"), "id,title\n1,\"=HYPERLINK(\"\"http://a\"\",\"\"b\"\")\"\n2,@SUM(1)\n");
        Typed.in(folder, "import", "books", "books.csv");
        Typed.in(folder, "export", "--format", "csv", "-o", "out.csv");
        String written = Files.readString(folder.resolve("out.csv"));
        assertThat(written).startsWith("\ufeffsource,identifier,").contains("\"'=HYPERLINK(", ",'@SUM(1),");
        Typed.in(folder, "export", "--format", "csv", "--no-bom", "-o", "out.csv");
        assertThat(Files.readString(folder.resolve("out.csv"))).startsWith("source,");
        Typed.in(folder, "import", "again", "out.csv");
        assertThat(Typed.in(folder, "export", "--source", "again").out())
                .contains("<dc:title>=HYPERLINK(&quot;http://a&quot;,&quot;b&quot;)</dc:title>")
                .doesNotContain("<dc:source>", "dc:identifier");
    }

    @Test
    void dash_isStandardOutputAndInput() throws IOException {
        Files.writeString(folder.resolve("books.csv"), "id,title\n1,One\n");
        Typed.in(folder, "import", "books", "books.csv");
        String out = Typed.in(folder, "export", "--format", "csv", "-o", "-").out();
        assertThat(out).startsWith("source,identifier").contains("One");
        assertThat(folder.resolve("-")).doesNotExist();
        Typed typed = Typed.piped(folder, out.getBytes(StandardCharsets.UTF_8), "import", "again", "-", "--format", "csv");
        assertThat(typed.err()).contains("again: 1 new");
        assertThat(Typed.piped(folder, "<a/>".getBytes(StandardCharsets.UTF_8), "import", "piped", "-").err())
                .contains("piped: 1 new");
        assertThat(Typed.in(folder, "export", "--source", "piped", "--prefix", "a").out()).contains(":piped/stdin<");
        assertThat(Typed.piped(folder, "<a".getBytes(StandardCharsets.UTF_8), "import", "piped", "-").err())
                .contains("refused: standard input: ");
    }
}
