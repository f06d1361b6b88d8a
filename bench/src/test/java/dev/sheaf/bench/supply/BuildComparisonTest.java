package dev.sheaf.bench.supply;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class BuildComparisonTest {

    private static final long TIME = 1_767_225_600_000L;

    @TempDir
    private Path one;
    @TempDir
    private Path two;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void equalBuilds_endWithZero() throws IOException {
        for (Path checkout : new Path[]{one, two}) {
            jar(checkout, "core/target/core.jar", Map.of("A.class", "a"), TIME);
            Files.createDirectories(checkout.resolve("cli/target/sheaf"));
            Files.writeString(checkout.resolve("cli/target/sheaf/sheaf.cdx.json"), "{}");
        }
        assertThat(run()).isZero();
        assertThat(out.toString(UTF_8)).contains("2 files compared: all are the same");
    }

    @Test
    void differingEntries_areReportedByName() throws IOException {
        jar(one, "core/target/core.jar", Map.of("A.class", "a", "B.class", "b", "C.class", "c"), TIME);
        jar(two, "core/target/core.jar", Map.of("A.class", "a", "B.class", "other", "D.class", "d"), TIME);
        assertThat(run()).isEqualTo(1);
        assertThat(out.toString(UTF_8)).contains("core/target/core.jar: B.class: other content",
                "core/target/core.jar: C.class: only in the first build",
                "core/target/core.jar: D.class: only in the second build",
                "1 files compared: 3 differences").doesNotContain("A.class");
    }

    @Test
    void entriesWithAnotherTime_areNamed() throws IOException {
        jar(one, "core/target/core.jar", Map.of("A.class", "a"), TIME);
        jar(two, "core/target/core.jar", Map.of("A.class", "a"), TIME + 60_000);
        assertThat(run()).isEqualTo(1);
        assertThat(out.toString(UTF_8)).contains("core/target/core.jar: A.class: another time");
    }

    @Test
    void filesMissingOrDifferentInOneBuild_areReportedByName() throws IOException {
        jar(one, "core/target/core.jar", Map.of("A.class", "a"), TIME);
        for (Path checkout : new Path[]{one, two}) {
            Files.createDirectories(checkout.resolve("cli/target/sheaf"));
            Files.writeString(checkout.resolve("cli/target/sheaf/sheaf.cdx.json"), "made in " + checkout);
        }
        assertThat(run()).isEqualTo(1);
        assertThat(out.toString(UTF_8)).contains("core/target/core.jar: only in the first build",
                "cli/target/sheaf/sheaf.cdx.json: differs from byte ");
    }

    @Test
    void nothingToCompare_fails() throws IOException {
        assertThat(run()).isEqualTo(2);
    }

    private int run() throws IOException {
        PrintStream stream = new PrintStream(out, true, UTF_8);
        return BuildComparison.run(new String[]{one.toString(), two.toString()}, stream, stream);
    }

    private static void jar(Path checkout, String name, Map<String, String> entries, long time) throws IOException {
        Path jar = checkout.resolve(name);
        Files.createDirectories(jar.getParent());
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, String> content : new TreeMap<>(entries).entrySet()) {
                ZipEntry entry = new ZipEntry(content.getKey());
                entry.setTime(time);
                zip.putNextEntry(entry);
                zip.write(content.getValue().getBytes(UTF_8));
                zip.closeEntry();
            }
        }
    }
}
