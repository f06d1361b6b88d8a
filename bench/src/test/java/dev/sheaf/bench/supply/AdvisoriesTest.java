package dev.sheaf.bench.supply;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class AdvisoriesTest {

    private static final Path LIST = Path.of("advisories.tsv");
    private static final Path CHECKED = Path.of("advisories-checked.tsv");

    @TempDir
    private Path folder;
    private Path checked = CHECKED;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shippedLibraries_haveNoKnownAdvisory() {
        int status = run(LIST, Distribution.bill());
        assertThat(out.toString(UTF_8) + err.toString(UTF_8)).contains("none is affected");
        assertThat(status).isZero();
    }

    /** A list that names libraries by wrong names would find nothing, and nobody would notice. */
    @Test
    void advisoryList_namesOnlyShippedLibraries() {
        List<String> shipped = Sbom.read(Distribution.bill()).components().stream().map(Sbom.Component::artifact).toList();
        assertThat(Advisory.read(LIST).stream().map(Advisory::artifact).filter(shipped::contains).distinct())
                .hasSizeGreaterThan(10);
    }

    @ParameterizedTest
    @CsvSource({"org.eclipse.jetty, jetty-http, 12.1.11, CVE-2026-19203",
            "org.eclipse.jetty, jetty-http, 12.0.37, CVE-2026-19203",
            "tools.jackson.core, jackson-databind, 3.2.2, CVE-2026-91777", "org.postgresql, postgresql, 42.7.11, CVE-2026-54291",
            "org.xerial, sqlite-jdbc, 3.41.2.1, CVE-2023-32697", "gg.jte, jte-runtime, 3.1.15, CVE-2025-23026",
            "ch.qos.logback, logback-classic, 1.6.2, CVE-2026-19880", "org.apache.tika, tika-core, 3.2.1, CVE-2025-66516",
            "org.apache.tika, tika-parser-pdf-module, 3.2.1, CVE-2025-54988", "org.apache.poi, poi-ooxml, 5.3.0, CVE-2025-31672",
            "org.apache.commons, commons-vfs2, 2.9.0, CVE-2025-27553",
            "org.apache.commons, commons-lang3, 3.17.0, CVE-2025-48924", "org.eclipse.angus, jakarta.mail, 2.0.3, CVE-2025-7962"})
    void affectedVersion_isReported(String group, String name, String version, String id) throws IOException {
        int status = run(LIST, bill(group, name, version));
        assertThat(out.toString(UTF_8)).contains(group + ":" + name + " " + version + ": " + id + ", fixed in ");
        assertThat(status).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"org.eclipse.jetty, jetty-http, 12.1.12", "org.eclipse.jetty, jetty-http, 12.0.38",
            "com.example, jetty-http, 12.1.11", "org.postgresql, postgresql, 42.7.12"})
    void versionOutsideOfAllRanges_isNotReported(String group, String name, String version) throws IOException {
        assertThat(run(LIST, bill(group, name, version))).as(out.toString(UTF_8)).isZero();
    }

    @Test
    void advisoryWithoutFix_concernsAllLaterVersions() throws IOException {
        Path list = Files.writeString(folder.resolve("list"), "g:a\t2\t-\tCVE-1\tA fault.\n");
        assertThat(run(list, bill("g", "a", "99"))).isEqualTo(1);
        assertThat(out.toString(UTF_8)).contains("g:a 99: CVE-1, not fixed in any version: A fault.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing\n", "g:a\t1\t2\tCVE-1\n", "g a\t1\t2\tCVE-1\tfault\n", "g:a\t2\t2\tCVE-1\tfault\n",
            "g:a\t1\t2\t\tfault\n", "g:a\tone two\t-\tCVE-1\tfault\n"})
    void unreadableList_fails(String text) throws IOException {
        Path list = Files.writeString(folder.resolve("list"), text);
        assertThat(run(list, bill("g", "a", "1"))).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains(list.toString()).contains("Nothing was compared.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[1", "{\"bomFormat\":\"CycloneDX\",\"components\":[]}"})
    void unreadableBillOfMaterials_fails(String text) throws IOException {
        assertThat(run(LIST, Files.writeString(folder.resolve("bill"), text))).isEqualTo(2);
        assertThat(run(LIST, folder.resolve("absent"))).isEqualTo(2);
    }

    @Test
    void queries_nameAllLibrariesExceptOurOwn() throws IOException {
        Path bill = Files.writeString(folder.resolve("bill"),
                """
                        {"bomFormat":"CycloneDX","metadata":{"component":{"group":"dev.sheaf","name":"sheaf-cli","version":"1"}},
                         "components":[{"group":"dev.sheaf","name":"sheaf-core","version":"1"},{"group":"g","name":"a","version":"1"}]}""");
        assertThat(Advisories.run(new String[]{"--queries", "--sbom", bill.toString()}, stream(out), stream(err))).isZero();
        assertThat(out.toString(UTF_8).strip())
                .isEqualTo("{\"queries\":[{\"package\":{\"ecosystem\":\"Maven\",\"name\":\"g:a\"}}]}");
    }

    @Test
    void everyShippedLibrary_hasAStatementAboutItsAdvisories() {
        assertThat(LookUp.gaps(Sbom.read(Distribution.bill()), LookUp.read(CHECKED), null)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"g:a, 2026-11-01, database, 2026-11-28, ''", "g:a, 2026-11-01, database, 2027-01-01, looked up on 2026-11-01",
            "g:a, 2026-11-01, recalled, 2026-11-28, no database was asked",
            "g:b, 2026-11-01, database, 2026-11-28, never looked up"})
    void release_needsARecentLookUpInADatabase(String artifact, String date, String how, String release, String gap)
            throws IOException {
        Path checkedLibraries = Files.writeString(folder.resolve("one-checked"), artifact + "\t" + date + "\t" + how + "\n");
        Path list = Files.writeString(folder.resolve("list"), "g:a\t2\t3\tCVE-1\tA fault.\n");
        int status = Advisories.run(new String[]{"--list", list.toString(), "--sbom", bill("g", "a", "1").toString(), "--checked",
                checkedLibraries.toString(), "--release", release}, stream(out), stream(err));
        assertThat(out.toString(UTF_8)).contains(gap);
        assertThat(status).isEqualTo(gap.isEmpty() ? 0 : 1);
    }

    /** Compares libraries of which all have a statement, so that only advisories decide. */
    private int run(Path list, Path bill) {
        return Advisories.run(new String[]{"--list", list.toString(), "--checked", checked.toString(), "--sbom", bill.toString()},
                stream(out), stream(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, UTF_8);
    }

    private Path bill(String group, String name, String version) throws IOException {
        checked = Files.writeString(folder.resolve("checked-" + name), group + ":" + name + "\t2026-11-01\tdatabase\n");
        return Files.writeString(folder.resolve("bill"), """
                {"bomFormat":"CycloneDX","components":[{"group":"%s","name":"%s","version":"%s"}]}""".formatted(group, name,
                version));
    }
}
