package dev.sheaf.publish.extract.pool;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.publish.extract.ExtractedText;
import dev.sheaf.publish.extract.Indlet;
import dev.sheaf.publish.extract.RefusedDocumentException;
import dev.sheaf.testkit.SampleDocuments;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Documents that do what they should not, played by an indlet that a user has added. */
class LimitedProcessTest {

    @TempDir
    private Path folder = Path.of("");
    private @Nullable ExtractorPool pool;

    @BeforeEach
    void start() throws IOException {
        pool = new ExtractorPool(new ExtractionLimits(1, 48, 3, 1_000_000, 10), "misbehaving", List.of(jar()), folder);
    }

    @AfterEach
    void stop() {
        requireNonNull(pool).close();
    }

    /** A jar as a user would add it. */
    private Path jar() throws IOException {
        Path jar = folder.resolve("indlet.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("META-INF/services/" + Indlet.class.getName()));
            out.write(MisbehavingIndlet.class.getName().getBytes(java.nio.charset.StandardCharsets.UTF_8));
            out.closeEntry();
            String name = MisbehavingIndlet.class.getName().replace('.', '/') + ".class";
            out.putNextEntry(new JarEntry(name));
            try (InputStream in = requireNonNull(MisbehavingIndlet.class.getClassLoader().getResourceAsStream(name))) {
                in.transferTo(out);
            }
            out.closeEntry();
        }
        return jar;
    }

    private ExtractedText extract(String command) throws RefusedDocumentException, IOException, InterruptedException {
        return requireNonNull(pool).extract(Files.writeString(folder.resolve("a.txt"), command), "a.txt");
    }

    private void isRefused(String command, String reason) {
        assertThatThrownBy(() -> extract(command)).isInstanceOf(RefusedDocumentException.class).hasMessageContaining(reason);
    }

    @Test
    void indletOfAUser_isDescribed_andExtracts() throws Exception {
        ExtractorPool all = requireNonNull(pool);
        assertThat(all.describe().indlet()).startsWith("misbehaving 7 ");
        assertThat(all.describe().policy()).isEqualTo("english");
        assertThat(extract("hello").metadata()).containsEntry("title", List.of("Made by an indlet"));
        assertThat(extract("hello").text()).contains("hello");
    }

    @Test
    void unknownIndlet_isAFailure_whichNamesIt() {
        try (ExtractorPool none = new ExtractorPool(ExtractionLimits.DEFAULT, "none", List.of(), folder)) {
            assertThatThrownBy(none::describe).isInstanceOf(IOException.class).hasMessage("there is no indlet 'none'");
        }
    }

    @Test
    void documentsThatEndTheirProcess_areRefused_andTheNextOneIsRead() throws Exception {
        isRefused("endless", "it takes longer than 3 s to read (--option seconds=N)");
        isRefused("memory", "it needs more than 48 MB of memory to read (--option memory=N)");
        isRefused("exit", "the process that read it ended each time (exit status 9)");
        isRefused("deep", "nested too deeply");
        isRefused("throw", "the extractor failed: java.lang.IllegalStateException: on purpose");
        assertThat(extract("hello").text()).contains("hello");
        // The first one, one after each of the first two, and one for each of the two attempts at "exit".
        assertThat(requireNonNull(pool).started()).isEqualTo(5);
    }

    @Test
    void libraryThatWritesToStandardOutput_disturbsNoMessage() throws Exception {
        assertThat(extract("print").text()).contains("print");
        assertThat(extract("hello").text()).contains("hello");
    }

    @Test
    void extraction_hasNoNetwork_andNoSecretsOfTheEnvironment() throws Exception {
        assertThat(extract("network").metadata()).containsEntry("description",
                List.of("socket refused, channel refused, address refused, name refused"));
        assertThat(extract("environment").metadata().getOrDefault("description", List.of()))
                .allMatch(name -> List.of("LANG", "LC_ALL", "LC_CTYPE", "TZ", "PWD").contains(name));
    }

    @Test
    void process_endsWithItsParent() throws Exception {
        requireNonNull(pool).describe();
        ProcessHandle process = ProcessHandle.of(requireNonNull(pool).pids().getFirst()).orElseThrow();
        requireNonNull(pool).abandon();
        assertThat(process.onExit().get(20, java.util.concurrent.TimeUnit.SECONDS).isAlive()).isFalse();
    }

    @Test
    void sampleFiles_areExtractedByTheStandardExtractor_whereTheIndletAsksIt() throws Exception {
        Path file = Files.write(folder.resolve("a.pdf"), SampleDocuments.pdf("Own", "Somebody", "words of a page"));
        assertThat(requireNonNull(pool).extract(file, "a.pdf").text()).contains("words of a page");
    }
}
