package dev.sheaf.publish;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Names of files in a process without a locale, such as one that a service manager or cron starts. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere the names of files do not depend on the locale")
class OtherLocaleTest {

    @TempDir
    private Path folder = Path.of("");

    private String run(String program, Path... arguments) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(
                Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC", "-cp",
                        System.getProperty("java.class.path"), program),
                Stream.of(arguments).map(Path::toString)).toList()).redirectOutput(out.toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(folder.resolve("err"))).isZero();
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    @Test
    void filesWhoseNamesCannotBeRead_areNotTakenForGone() throws Exception {
        Path files = Files.createDirectories(folder.resolve("files/\u00dcber"));
        Files.writeString(files.resolve("a.txt"), "a");
        Files.writeString(folder.resolve("files/\u00dcbung.txt"), "b");
        Files.writeString(folder.resolve("files/plain.txt"), "c");

        List<String> lines = run("dev.sheaf.publish.files.WalkInOtherLocale", folder.resolve("files")).lines().toList();

        assertThat(lines).hasSize(3).first().isEqualTo("file plain.txt");
        assertThat(lines.subList(1, 3)).allMatch(line -> line.startsWith("unread ") && line.contains("LC_ALL=C.UTF-8"));
    }

    @Test
    void depositWhoseNameCannotBeKept_isRefusedWithTheReason() throws Exception {
        Path files = Files.createDirectories(folder.resolve("files"));

        assertThat(run("dev.sheaf.publish.DepositInOtherLocale", files, folder.resolve("data")))
                .startsWith("refused: its name has characters").contains("LC_ALL=C.UTF-8");

        assertThat(files).isEmptyDirectory();
    }
}
