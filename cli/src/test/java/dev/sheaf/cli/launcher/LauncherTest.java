package dev.sheaf.cli.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The script {@code ./sheaf} in a small checkout, with stand-ins for Maven and the JDK that note how they are called. */
@EnabledOnOs(value = {OS.LINUX, OS.MAC}, disabledReason = "the launcher is a shell script")
class LauncherTest {

    private static final List<String> MODULES = List.of("core", "provider", "harvester", "validator", "simulator", "store",
            "search", "fulltext",
            "platform", "cli");

    @TempDir
    private Path folder;
    private Path checkout;
    private Path tools;

    /** Result of a start of the script. */
    private record Started(int status, String out, String err) {}

    @BeforeEach
    void checkout() throws IOException {
        checkout = Files.createDirectory(folder.resolve("check out"));
        Files.copy(root().resolve("sheaf"), checkout.resolve("sheaf"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        for (String module : MODULES) {
            Path main = Files.createDirectories(checkout.resolve(module).resolve("src/main"));
            Files.writeString(main.resolve("Main.java"), "class Main {}");
            Files.writeString(checkout.resolve(module).resolve("pom.xml"), "<project/>");
        }
        tools = Files.createDirectory(folder.resolve("tools"));
        script(tools.resolve("mvn"), """
                echo "mvn $JAVA_HOME" >>"$NOTES"
                [ -z "${MVN_FAILS:-}" ] || { echo "[ERROR] COMPILATION ERROR in Main.java"; exit 1; }
                mkdir -p cli/target/sheaf/lib
                echo jar >cli/target/sheaf/lib/sheaf-cli-1.jar
                """);
        jdk("jdk-25", "25.0.1");
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(here.resolve("sheaf"))) {
            here = Objects.requireNonNull(here.getParent(), "the checkout's root has a script 'sheaf'");
        }
        return here;
    }

    private static void script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** A JDK whose Java notes its arguments, one a line, and ends as the environment wants. */
    private Path jdk(String name, String version) throws IOException {
        Path jdk = folder.resolve(name);
        script(jdk.resolve("bin/java"), """
                case " $* " in *" warm-up "* | *ExtractorTraining*) exit 0 ;; esac
                echo "java of %s"
                echo "locale ${LC_ALL:-none}" >>"${LOCALES:-/dev/null}"
                for argument in "$@"; do printf 'argument <%%s>\\n' "$argument"; done
                exit "${JAVA_ENDS:-0}"
                """.formatted(name));
        script(jdk.resolve("bin/javac"), "echo javac " + version + "\n");
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return jdk;
    }

    private Started start(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        return start(checkout.resolve("sheaf"), environment, arguments);
    }

    private Started start(Path script, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile()).redirectError(folder.resolve("err").toFile());
        Map<String, String> all = new HashMap<>(Map.of("PATH", tools + ":/usr/bin:/bin", "HOME", folder.toString(), "NOTES",
                folder.resolve("notes").toString(), "SHEAF_JAVA_HOME", folder.resolve("jdk-25").toString()));
        all.putAll(environment);
        builder.environment().clear();
        builder.environment().putAll(all);
        Process process = builder.start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ended in time").isTrue();
        return new Started(process.exitValue(), Files.readString(folder.resolve("out"), StandardCharsets.UTF_8),
                Files.readString(folder.resolve("err"), StandardCharsets.UTF_8));
    }

    private long builds() throws IOException {
        Path notes = folder.resolve("notes");
        return Files.exists(notes) ? Files.readAllLines(notes).size() : 0;
    }

    @Test
    void firstStart_buildsAndPassesArgumentsOnAsTheyAre() throws Exception {
        Started started = start(Map.of(), "search", "two words", "", "it's \"quoted\" $HOME *", "--source", "é");
        assertThat(started.status()).as(started.err()).isZero();
        assertThat(builds()).isOne();
        assertThat(started.out()).endsWith("""
                argument <search>
                argument <two words>
                argument <>
                argument <it's "quoted" $HOME *>
                argument <--source>
                argument <é>
                """);
        assertThat(started.err()).contains("First use: building Sheaf", "Built.");
    }

    @Test
    void standardOutput_belongsToTheProgram() throws Exception {
        assertThat(start(Map.of(), "stats").out()).startsWith("java of jdk-25\n").doesNotContain("building");
    }

    @Test
    void withoutALocale_namesOfFilesAreReadAsUtf8() throws Exception {
        Path locales = folder.resolve("locales");
        for (Map<String, String> environment : List.of(Map.<String, String>of(), Map.of("LANG", "C"), Map.of("LC_ALL", "POSIX"),
                Map.of("LANG", "de_DE.ISO-8859-1"), Map.of("LC_ALL", "C", "LANG", "en_US.UTF-8"))) {
            Map<String, String> all = new HashMap<>(environment);
            all.put("LOCALES", locales.toString());
            start(all, "stats");
        }
        assertThat(locales).hasContent("locale C.UTF-8\nlocale C.UTF-8\nlocale C.UTF-8\nlocale none\nlocale C.UTF-8\n");
    }

    @Test
    void secondStart_buildsNothing() throws Exception {
        start(Map.of(), "stats");
        Started second = start(Map.of(), "stats");
        assertThat(builds()).isOne();
        assertThat(second.err()).isEmpty();
    }

    @Test
    void changedSource_isBuiltOnceMore() throws Exception {
        start(Map.of(), "stats");
        for (String changed : List.of("core/src/main/Main.java", "platform/pom.xml", "pom.xml", "sheaf")) {
            long before = builds();
            Files.setLastModifiedTime(checkout.resolve(changed), FileTime.from(Instant.now().plusSeconds(5)));
            Started started = start(Map.of(), "stats");
            assertThat(started.status()).isZero();
            assertThat(builds()).as(changed).isEqualTo(before + 1);
            assertThat(started.err()).contains("Sources have changed");
            Files.setLastModifiedTime(checkout.resolve(changed), FileTime.from(Instant.EPOCH));
        }
    }

    @Test
    void removedSource_isNoticed() throws Exception {
        start(Map.of(), "stats");
        Files.delete(checkout.resolve("core/src/main/Main.java"));
        Files.setLastModifiedTime(checkout.resolve("core/src/main"), FileTime.from(Instant.now().plusSeconds(5)));
        start(Map.of(), "stats");
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void changedSource_isNotBuiltWhenBuildingIsForbidden() throws Exception {
        start(Map.of(), "stats");
        Files.setLastModifiedTime(checkout.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(start(Map.of("SHEAF_NO_BUILD", "1"), "stats").status()).isZero();
        assertThat(builds()).isOne();
    }

    @Test
    void failedBuild_endsWithOneAndTheProgramDoesNotStart() throws Exception {
        Started started = start(Map.of("MVN_FAILS", "1"), "stats");
        assertThat(started.status()).isOne();
        assertThat(started.out()).isEmpty();
        assertThat(started.err()).contains("COMPILATION ERROR in Main.java", "the build failed", "build.log");
        assertThat(checkout.resolve("target/build.lock")).doesNotExist();
        assertThat(start(Map.of(), "stats").status()).as("the next start tries again").isZero();
    }

    @Test
    void statusOfTheProgram_isTheStatusOfTheScript() throws Exception {
        for (int status : List.of(0, 1, 2, 130)) {
            assertThat(start(Map.of("JAVA_ENDS", Integer.toString(status)), "stats").status()).isEqualTo(status);
        }
    }

    @Test
    void jdkThatIsTooOld_isRefusedWhenItIsNamed() throws Exception {
        Started started = start(Map.of("SHEAF_JAVA_HOME", jdk("jdk-21", "21.0.2").toString()), "stats");
        assertThat(started.status()).isOne();
        assertThat(started.err()).contains("SHEAF_JAVA_HOME", "no JDK 25 or newer");
    }

    @Test
    void javaHome_isTakenWhenItIsNewEnough() throws Exception {
        String own = jdk("jdk-26", "26").toString();
        Started started = start(Map.of("SHEAF_JAVA_HOME", "", "JAVA_HOME", own), "stats");
        assertThat(started.out()).as(started.err()).startsWith("java of jdk-26\n");
        assertThat(Files.readAllLines(folder.resolve("notes"))).containsExactly("mvn " + own);
    }

    @Test
    void jdkOnThePath_isFoundThroughLinksIfJavaHomeIsTooOld() throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("javac"), jdk("jdk-27", "27-ea").resolve("bin/javac"));
        Started started = start(Map.of("SHEAF_JAVA_HOME", "", "JAVA_HOME", jdk("jdk-17", "17.0.1").toString(), "PATH",
                bin + ":" + tools + ":/usr/bin:/bin"), "stats");
        assertThat(started.out()).as(started.err()).startsWith("java of jdk-27\n");
    }

    @Test
    void foundJdk_isSearchedAgainWhenItIsGoneOrTheEnvironmentChanges() throws Exception {
        Path first = jdk("jdk-26", "26");
        assertThat(start(Map.of("SHEAF_JAVA_HOME", first.toString()), "stats").out()).startsWith("java of jdk-26\n");
        assertThat(start(Map.of(), "stats").out()).startsWith("java of jdk-25\n");
        start(Map.of("SHEAF_JAVA_HOME", first.toString()), "stats");
        Files.delete(first.resolve("bin/java"));
        assertThat(start(Map.of("SHEAF_JAVA_HOME", first.toString()), "stats").status()).isOne();
    }

    @Test
    void script_worksBehindALinkFromAnyFolder() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("sheaf-link"), Path.of("check out/sheaf"));
        Started started = start(link, Map.of(), "stats");
        assertThat(started.status()).as(started.err()).isZero();
        assertThat(checkout.resolve("target/current")).exists();
    }

    @Test
    void lockOfABuilderThatDied_isTakenOver() throws Exception {
        Path lock = Files.createDirectories(checkout.resolve("target/build.lock"));
        Files.writeString(lock.resolve("pid"), "999999999\n");
        Started started = start(Map.of(), "stats");
        assertThat(started.status()).as(started.err()).isZero();
        assertThat(builds()).isOne();
    }
}
