package dev.sheaf.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code doctor --salvage} brings what can be read of a damaged store into a new one, and counts the rest. */
class SalvageTest {

    private static final int RECORDS = 3_000;
    private static final int PAGE = 4_096;

    @TempDir
    private Path folder;

    @BeforeEach
    void fill() throws Exception {
        StringBuilder rows = new StringBuilder("id,title,description\n");
        Random random = new Random(3);
        for (int i = 0; i < RECORDS; i++) {
            rows.append(i).append(",Title ").append(i).append(',').append(Long.toString(random.nextLong(), 36)).append(' ')
                    .append(Long.toString(random.nextLong(), 36)).append('\n');
        }
        Files.writeString(folder.resolve("books.csv"), rows);
        Files.writeString(folder.resolve("few.csv"), "id,title\n1,Secret\n");
        Files.writeString(folder.resolve("hub.yaml"), "repositories:\n  vault:\n    limits: {deny: all}\n");
        done("import", "books", "books.csv");
        done("--config", "hub.yaml", "import", "vault", "few.csv");
        done("aggregate", "add", "shelf", "--source", "books");
    }

    private Typed typed(String... arguments) {
        return Typed.in(folder, Map.of("SHEAF_BASE_URL", "https://hub.example.org"), arguments);
    }

    private Typed done(String... arguments) {
        Typed typed = typed(arguments);
        assertThat(typed.status()).as(typed.err() + typed.out()).isZero();
        return typed;
    }

    private static long number(String out, String source, String what) {
        Matcher line = Pattern.compile(source + ": (\\d+) records saved, (\\d+) lost").matcher(out);
        assertThat(line.find()).as(out).isTrue();
        return Long.parseLong(line.group(what.equals("saved") ? 1 : 2));
    }

    private long exported(String data, String source) {
        return done("--data", data, "export", "--source", source, "--format", "jsonl").out().lines().count();
    }

    @Test
    void undamagedStore_isCopiedWhole() {
        Typed salvaged = done("doctor", "--salvage", "out");
        assertThat(number(salvaged.out(), "books", "saved")).isEqualTo(RECORDS);
        assertThat(number(salvaged.out(), "books", "lost")).isZero();
        assertThat(exported("out", "books")).isEqualTo(RECORDS);
        assertThat(done("--data", "out", "aggregate", "list").out()).contains("shelf");
        done("--data", "out", "doctor");
    }

    /** Random bytes over single pages of the file: whatever can be read is saved, and saved and lost are all there was. */
    @Test
    void damagedPages_costOnlyTheirRecords() throws Exception {
        Path database = folder.resolve("sheaf-data/sheaf.db");
        byte[] whole = Files.readAllBytes(database);
        int pages = whole.length / PAGE;
        Random random = new Random(8);
        long lost = 0;
        int nearlyWhole = 0;
        for (int round = 0; round < 12; round++) {
            byte[] damaged = whole.clone();
            byte[] noise = new byte[PAGE];
            random.nextBytes(noise);
            int page = 60 + random.nextInt(pages - 60);
            System.arraycopy(noise, 0, damaged, page * PAGE, PAGE);
            Files.write(database, damaged);
            String out = "out-" + round;
            Typed salvaged = typed("doctor", "--salvage", out);
            assertThat(salvaged.err()).as("page %s", page).doesNotContain("sheaf:");
            long saved = number(salvaged.out(), "books", "saved");
            assertThat(saved + number(salvaged.out(), "books", "lost")).as("page %s: %s", page, salvaged.out())
                    .isEqualTo(RECORDS);
            // A page high in the tree of the records costs all below it, and one of a dictionary what was compressed with it.
            nearlyWhole += saved > RECORDS * 9 / 10 ? 1 : 0;
            assertThat(salvaged.status()).isEqualTo(salvaged.out().contains(" 0 lost\nvault: 1 records saved, 0 lost") ? 0 : 1);
            assertThat(exported(out, "books")).isEqualTo(saved);
            assertThat(Files.readAllBytes(database)).as("the damaged store stays as it is").isEqualTo(damaged);
            done("--data", out, "doctor");
            lost += RECORDS - saved;
        }
        assertThat(nearlyWhole).isGreaterThan(6);
        assertThat(lost).as("some pages held records").isPositive();
    }

    @Test
    void directoryWithFiles_isNotWrittenTo() throws Exception {
        Files.createDirectories(folder.resolve("full"));
        Files.writeString(folder.resolve("full/x"), "x");
        assertThat(typed("doctor", "--salvage", "full").err()).contains("is not empty");
        assertThat(typed("doctor", "--salvage", "sheaf-data").err()).contains("is not empty");
        assertThat(typed("doctor", "--salvage", "out", "--fix").status()).isEqualTo(2);
    }
}
