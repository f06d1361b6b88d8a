package dev.sheaf.cli;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Exit statuses and results for scripts. */
class OutcomeTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"nosuch --help", "--help nosuch", "nosuch -h", "source nosuch --help", "sourc list --help",
            "harvest --nosuch --help"})
    void unknownNameWithHelp_isWrongUsage(String command) {
        Typed typed = Typed.in(folder, command.split(" "));
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.out()).isEmpty();
        assertThat(typed.err()).startsWith("sheaf: ").contains("Try: sheaf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "harvest --help", "harvest arxiv --help", "source list --help", "--version"})
    void knownNameWithHelp_isDone(String command) {
        assertThat(Typed.in(folder, command.split(" ")).status()).isZero();
    }

    @Test
    void harvest_printsItsOutcomesAsJson() {
        try (ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-05-10T09:00:00Z"))) {
            provider.put(SampleRecords.many(7));
            Typed typed = Typed.in(folder, "harvest", provider.baseUrl(), "--json");
            assertThat(typed.status()).as(typed.err()).isZero();
            JsonNode outcome = JsonMapper.shared().readTree(typed.out());
            assertThat(outcome.size()).isEqualTo(1);
            assertThat(outcome.get(0).path("verdict").asString()).isEqualTo("complete");
            assertThat(outcome.get(0).path("new").asInt()).isEqualTo(7);
        }
    }

    @Test
    void import_printsTheOutcomeOfEachRecordAsJson() throws Exception {
        Files.writeString(folder.resolve("books.csv"), "id,title\n1,Emma\n,no id\n3,Walden\n");
        Typed typed = Typed.in(folder, "import", "books", "books.csv", "--json");
        assertThat(typed.status()).as(typed.err()).isZero();
        JsonNode outcome = JsonMapper.shared().readTree(typed.out());
        assertThat(outcome.path("id").asString()).isEqualTo("books");
        assertThat(outcome.path("new").asInt() + outcome.path("refused").asInt()).isEqualTo(3);
        JsonNode source = JsonMapper.shared().readTree(Typed.in(folder, "source", "list", "--json").out()).get(0);
        assertThat(source.path("state").asString()).isEqualTo("idle");
        assertThat(source.path("error").isNull()).isTrue();
    }
}
