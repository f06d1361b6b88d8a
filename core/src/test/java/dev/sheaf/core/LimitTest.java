package dev.sheaf.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Limit.Group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class LimitTest {

    private static final Path PAGE = Path.of("../docs/limits.md");
    private static final String BEGIN = "<!-- LimitTest compares what follows with the program -->\n";

    private static String table(Group group) {
        return Stream
                .concat(Stream.of("## " + group.title(), "", "| what | default | beyond it | to raise it |", "|---|---|---|---|"),
                        Arrays.stream(Limit.values()).filter(limit -> limit.group() == group)
                                .map(limit -> "| " + limit.subject() + " | " + limit.usual() + " | " + limit.consequence() + " | "
                                        + limit.raising() + " |"))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void documentation_listsEveryLimit() throws IOException {
        String page = Files.readString(PAGE);
        String right = page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
                + Arrays.stream(Group.values()).map(LimitTest::table).collect(Collectors.joining("\n\n", "\n", "\n"));
        Path made = Path.of("target/limits-page.md");
        Files.createDirectories(made.getParent());
        Files.writeString(made, right);
        assertThat(page).as("docs/limits.md; the right one is in core/target/limits-page.md").isEqualTo(right);
    }

    @Test
    void message_namesTheLimitAndThePropertyThatRaisesIt() {
        for (Limit limit : Limit.values()) {
            assertThat(limit.exceeded()).contains("-D" + limit.property() + " raises the limit").doesNotContain("%s");
        }
        assertThat(Limit.ATTRIBUTES.exceeded())
                .isEqualTo("an element has more than 256 attributes (-Dsheaf.limit.attributes raises the limit)");
    }

    @Test
    void invalidProperty_isReportedWithTheReason() {
        Properties system = new Properties();
        system.setProperty("sheaf.limit.attributes", "1000");
        system.setProperty("other.limit.attributes", "many");
        assertThat(Limit.misstated(system)).isEmpty();
        for (String wrong : new String[]{"16m", "0", "-1", "", "1.5"}) {
            system.setProperty("sheaf.limit.portion-bytes", wrong);
            assertThat(Limit.misstated(system)).contains(
                    "-Dsheaf.limit.portion-bytes=" + wrong + " sets no limit: it takes a whole number of 1 or more");
        }
        system.remove("sheaf.limit.portion-bytes");
        system.setProperty("sheaf.limit.portion-byte", "1000");
        assertThat(Limit.misstated(system)).contains("-Dsheaf.limit.portion-byte sets no limit: docs/limits.md has the names");
    }

    @Test
    void limitsOfMemory_dependOnTheSizeOfTheHeap() {
        long heap = Runtime.getRuntime().maxMemory();
        assertThat(Limit.BODY_BYTES.number()).isEqualTo(Math.clamp(heap / 16, 8L << 20, 1L << 30));
        assertThat(Limit.BODY_BYTES.usual()).isEqualTo("1/16 of the heap, 8 MB to 1 GB");
    }

    @Test
    void recordAboveALimit_isReportedWithThatLimit() {
        XmlFragment metadata = XmlFragment.of("<a/>".getBytes(UTF_8));
        assertThat(RecordBounds.exceeded(record("oai:a:1", "a:b:c", metadata))).isEmpty();
        assertThat(RecordBounds.exceeded(record("i".repeat(4_001), "a", metadata))).contains(Limit.IDENTIFIER);
        assertThat(RecordBounds.exceeded(record("oai:a:1", "a".repeat(1_001), metadata))).contains(Limit.SET_SPEC);
        assertThat(RecordBounds.exceeded(record("oai:a:1", "a" + ":a".repeat(20), metadata))).contains(Limit.SET_LEVELS);
        assertThat(RecordBounds.exceeded(record("oai:a:1", "a" + ":a".repeat(19), metadata))).isEmpty();
        XmlFragment large = XmlFragment.of(("<a>" + "x".repeat(Limit.RECORD_BYTES.count()) + "</a>")
                .getBytes(UTF_8));
        assertThat(RecordBounds.exceeded(record("oai:a:1", "a", large))).contains(Limit.RECORD_BYTES);
    }

    private static OaiRecord record(String identifier, String set, XmlFragment metadata) {
        return new OaiRecord(new Header(identifier, Datestamp.received("2026-01-01"), List.of(new SetSpec(set)), false), metadata,
                List.of());
    }
}
