package dev.sheaf.bench.supply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The program with the jars of the distribution alone: test class paths have more, so that a library which was left out by mistake is not
 * missed there. Each command reaches a library from which others were left out.
 */
class ShippedProgramTest {

    @TempDir
    private Path folder;

    @Test
    void importsATable_findsItsRecord_andWritesItAsATable() throws Exception {
        Path table = Files.writeString(folder.resolve("books.csv"), "id,title,creator\n1,Emma,\"Austen, Jane\"\n");
        assertThat(sheaf("import", "books", table.toString(), "--identifier-domain", "library.example.org"))
                .contains("books: 1 new");
        assertThat(sheaf("search", "emma")).contains("oai:library.example.org:books/1");
        assertThat(sheaf("export", "--format", "csv")).contains("Austen, Jane");
    }

    @Test
    void runsACrosswalk() throws Exception {
        Path record = Files.writeString(folder.resolve("record.xml"), "<thing xmlns='http://example.org/thing'>Emma</thing>");
        Path stylesheet = Files.writeString(folder.resolve("to.xsl"),
                """
                        <xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
                          <xsl:template match="/"><found xmlns="http://example.org/found"><xsl:value-of select="."/></found></xsl:template>
                        </xsl:stylesheet>""");
        sheaf("crosswalk", "add", "found", stylesheet.toString(), "--from", "http://example.org/thing", "--to", "found",
                "--namespace",
                "http://example.org/found", "--schema", "http://example.org/found.xsd");
        assertThat(sheaf("crosswalk", "try", "found", record.toString())).contains(">Emma</found>");
    }

    /** Both outputs of a command that must end with 0. */
    private String sheaf(String... arguments) throws IOException, InterruptedException {
        Path program = Distribution.jars().stream().filter(jar -> Distribution.nameWithoutVersion(jar).equals("sheaf-cli"))
                .findFirst().orElseThrow();
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", program.toAbsolutePath().toString(), "--data",
                folder.resolve("data").toString()));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
        int status = process.waitFor();
        String said = Files.readString(output, UTF_8);
        assertThat(status).as("%s: %s", String.join(" ", arguments), said).isZero();
        return said;
    }
}
