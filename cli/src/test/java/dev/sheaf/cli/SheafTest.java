package dev.sheaf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

import dev.sheaf.cli.program.Surroundings;

import static org.assertj.core.api.Assertions.assertThat;

class SheafTest {

    @TempDir
    private Path folder;

    private static Stream<String> commands() {
        return below("", Sheaf.line(new Sheaf(Surroundings.ofProcess(), Features.ALL)));
    }

    private static Stream<String> below(String name, CommandLine command) {
        return Stream.concat(Stream.of(name), command.getSubcommands().entrySet().stream()
                .filter(one -> !one.getValue().getCommandSpec().usageMessage().hidden())
                .flatMap(one -> below((name + " " + one.getKey()).strip(), one.getValue())));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpOfEachCommand_hasExamples(String command) {
        String[] words = (command + " --help").strip().split(" ");
        Typed typed = Typed.in(folder, words);
        assertThat(typed.status()).isZero();
        assertThat(typed.out()).contains("Usage: sheaf" + (command.isEmpty() ? "" : " " + command)).containsPattern("Examples?:");
        assertThat(typed.err()).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    /** A list of commands shows the first paragraph of what is said of each. */
    @ParameterizedTest
    @MethodSource("commands")
    void listOfCommands_describesEachInASentence(String command) {
        CommandLine named = Sheaf.line(new Sheaf(Surroundings.ofProcess(), Features.ALL));
        for (String word : command.isEmpty() ? new String[0] : command.split(" ")) {
            named = Objects.requireNonNull(named.getSubcommands().get(word));
        }
        assertThat(named.getCommandSpec().usageMessage().description()[0]).endsWith(".");
    }

    @ParameterizedTest
    @CsvSource({"search a --limit many,whole number", "serve --port 8080x,whole number", "source show a --run last,whole number",
            "simulate --trace t --budget much,not a number", "search a --limit 99999999999,too large"})
    void wordInPlaceOfANumber_isReported(String command, String what) {
        Typed typed = Typed.in(folder, command.split(" "));
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).contains(what).doesNotContain(" int", " double", " long");
    }

    @Test
    void invalidLimit_isWrongUsage() throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dsheaf.limit.portion-bytes=16m", "-cp", System.getProperty("java.class.path"), Sheaf.class.getName(),
                "--version")
                .redirectOutput(folder.resolve("out").toFile()).redirectError(folder.resolve("err").toFile()).start();
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(folder.resolve("out")).isEmptyFile();
        assertThat(folder.resolve("err"))
                .hasContent("sheaf: -Dsheaf.limit.portion-bytes=16m sets no limit: it takes a whole number of 1 or more\n");
    }

    @Test
    void version_isOneLine() {
        Typed typed = Typed.in(folder, "--version");
        assertThat(typed.status()).isZero();
        assertThat(typed.out()).startsWith("sheaf ").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "harvets", "source", "source add", "harvest", "harvest --from yesterday x",
            "source add Big http://a.example/", "aggregate", "aggregate add Big", "aggregate add a --collisions best",
            "aggregate set a", "admin", "simulate", "simulate --generate blog", "simulate --generate sources=5 -o t",
            "simulate --generate repo,sources -o t",
            "simulate --generate repo,seed=x -o t", "simulate --generate repo,days=0 -o t", "stats --step 1x",
            "source pin a often",
            "source report a --format pdf",
            "source add x ftp://a.example/", "export --format pdf", "import x", "import x --format pdf y", "search",
            "search a --limit -1", "search a --limit many", "source list too much", "harvest a --parallel 1.5",
            "harvest a --from 2024-02-01 --until 2024-01-31", "fetch http://a.example/oai --from 2024-02-01 --until 2024-01-31",
            "export --from 2024-02-01T00:00:01Z --until 2024-02-01T00:00:00Z", "harvest a --set ", "source set a",
            "source add x http://a.example/ --latency soon", "serve --port 99999", "fetch http://a.example/oai --prefix a/b",
            "import x y --jdbc jdbc:x", "simulate-server --behaviour nothing-such", "simulate-server --records 3"})
    void wrongUsage_exitsWithTwo_andNamesTheRemedy(String command) {
        Typed typed = Typed.in(folder, command.isEmpty() ? new String[0] : command.split(" "));
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.out()).isEmpty();
        assertThat(typed.err()).startsWith("sheaf: ").contains("--help").doesNotContain("\tat ");
    }

    @Test
    void everyCommand_hasFewerThanTwentyOptions_withThoseOfTheProgram() {
        List<CommandLine> commands = everyCommand(Sheaf.line(new Sheaf(Surroundings.ofProcess(), Features.ALL), "--help"));
        assertThat(commands).hasSizeGreaterThan(40).allSatisfy(command -> assertThat(command.getCommandSpec().options())
                .extracting(OptionSpec::longestName).as(command.getCommandSpec().qualifiedName()).contains("--help", "--data")
                .hasSizeLessThan(20));
    }

    private static List<CommandLine> everyCommand(CommandLine line) {
        List<CommandLine> commands = new ArrayList<>(List.of(line));
        line.getSubcommands().values().forEach(command -> commands.addAll(everyCommand(command)));
        return commands;
    }

    @Test
    void optionsOfTheContract_areAccepted() {
        assertThat(Typed.in(folder, "source", "add", "a", "http://a.invalid/oai", "--prefix", "oai_dc", "--set", "s", "--latency",
                "1d", "--policy", "adaptive", "--user-agent", "Library/1.0", "--from-header", "me@example.org").status())
                .isZero();
        assertThat(Typed.in(folder, "source", "set", "a", "--user-agent", "Library/2.0", "--latency", "2d").status()).isZero();
        assertThat(Typed.in(folder, "source", "show", "a", "--json").out()).contains("Library/2.0", "me@example.org", "2d");
    }

    @Test
    void unknownCommand_isNamed() {
        assertThat(Typed.in(folder, "harvets", "x").err()).startsWith("sheaf: there is no command 'harvets'")
                .contains("sheaf harvest");
        assertThat(Typed.in(folder, "source", "lst").err()).startsWith("sheaf: there is no command 'lst'")
                .contains("source list");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "--help harvest", "-h harvest", "--config=x -q --help serve"})
    void help_listsAllCommands_exceptAfterACommand(String arguments) {
        assertThat(Typed.in(folder, arguments.split(" ")).out()).contains("Publish, harvest", "demo", "simulate-server",
                "doctor");
        assertThat(Typed.in(folder, "--data", folder.resolve("x").toString(), "harvest", "--help").out())
                .startsWith("Usage: sheaf harvest");
    }

    @Test
    void explainsWrongUsageInPlainWords() {
        assertThat(Typed.in(folder, "search", "a", "--limit", "many").err()).contains("--limit", "'many' is not a whole number");
        assertThat(Typed.in(folder, "source", "list", "all").err())
                .startsWith("sheaf: 'all' is one argument too many: sheaf source list takes options only\n");
        assertThat(Typed.in(folder, "fetch", "127.0.0.1:8080/oai").err()).contains("it starts with http:// or https://");
        assertThat(Typed.in(folder, "harvest", "127.0.0.1:8080/oai").err()).contains("nor a base URL");
        assertThat(Typed.in(folder, "source", "set", "a", "--data", "x").err()).contains("no change was given");
        assertThat(Typed.in(folder, "harvest", "a", "--from", "2024-02-01", "--until", "2024-01-31").err())
                .contains("--from (2024-02-01) is later than --until (2024-01-31)");
    }

    @Test
    void wrongUsage_pointsToTheHelpOfItsCommand() {
        assertThat(Typed.in(folder, "serve", "--port", "99999").err()).endsWith("Try: sheaf serve --help\n");
    }

    @Test
    void unwritableFile_isOneMessage() {
        Typed missing = Typed.in(folder, "export", "-o", "nowhere/records.xml");
        assertThat(missing.status()).isEqualTo(1);
        assertThat(missing.err()).contains("there is no folder " + folder.resolve("nowhere")).hasLineCount(1);
        assertThat(Typed.in(folder, "export", "-o", ".").err()).contains("that is a folder").hasLineCount(1);
    }

    @Test
    void searchInAnUnknownSource_isReported() {
        Typed typed = Typed.in(folder, "search", "sea", "--source", "nosuch");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("there is no source 'nosuch'");
    }

    @Test
    void unwritableDataDirectory_isOneMessage() throws IOException {
        Files.writeString(folder.resolve("file"), "in the way");
        Typed typed = Typed.in(folder, "--data", "file/data", "source", "list");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).startsWith("sheaf: ").contains("file").doesNotContain("\tat ").hasLineCount(1);
    }

    @Test
    void dataDirectory_isTakenFromOption_thenEnvironment_thenFile() throws IOException {
        Files.writeString(folder.resolve("sheaf.yaml"), "data: from-file\n");
        Map<String, String> environment = Map.of("SHEAF_DATA", folder.resolve("from-environment").toString());
        Typed.in(folder, Map.of(), "source", "list", "--config", "sheaf.yaml");
        assertThat(folder.resolve("from-file")).isDirectory();
        Typed.in(folder, environment, "source", "list", "--config", "sheaf.yaml");
        assertThat(folder.resolve("from-environment")).isDirectory();
        Typed.in(folder, environment, "--data", "from-option", "source", "list");
        assertThat(folder.resolve("from-option")).isDirectory();
    }

    @Test
    void mistakeInTheConfiguration_isReportedWithItsLine() throws IOException {
        Files.writeString(folder.resolve("sheaf.yaml"), "port: 80\nprot: 81\n");
        Typed typed = Typed.in(folder, "source", "list", "--config", "sheaf.yaml");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).contains("sheaf.yaml, line 2").contains("unknown name 'prot'").doesNotContain("\tat ");
    }

    @Test
    void stackTrace_isShownOnRequestOnly() throws IOException {
        Files.writeString(folder.resolve("file"), "in the way");
        Typed typed = Typed.in(folder, "--data", "file/data", "--verbose", "source", "list");
        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("\tat ");
    }

    @Test
    void helpIsACommandToo() {
        assertThat(Typed.in(folder, "help")).isEqualTo(Typed.in(folder, "--help"));
        assertThat(Typed.in(folder, "help", "source", "add")).isEqualTo(Typed.in(folder, "source", "add", "--help"));
        assertThat(Typed.in(folder, "--data", "x", "help", "harvest").out()).startsWith("Usage: sheaf harvest");
        assertThat(Typed.in(folder, "help", "nosuch").err()).contains("there is no command 'nosuch'");
    }
}
