package dev.sheaf.cli;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Harvests of a repository whose pages are not well-formed, from the command line. */
class RepairCommandsTest {

    @TempDir
    private Path folder;

    private static ScriptedProvider faulty() {
        ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-05-10T09:00:00Z"));
        provider.put(SampleRecords.many(8)).when(ReceivedRequest.any(),
                Behaviour.text(body -> body.replace("Title 3", "Title & 3")
                        .replaceFirst("<dc:title>Title 5", "<dc:title xmlns:a='urn:x' xmlns:b='urn:x' a:k='' b:k=''>Title 5")));
        return provider;
    }

    @Test
    void repairedAndQuarantinedRecords_areListed() throws Exception {
        try (ScriptedProvider provider = faulty()) {
            assertThat(Typed.in(folder, "source", "add", "library", provider.baseUrl()).status()).isZero();
            Typed harvest = Typed.in(folder, "harvest", "library");
            assertThat(harvest.status()).as(harvest.err()).isZero();
            assertThat(harvest.err()).contains("1 record had to be repaired to be read").contains("complete-with-quarantine");
            assertThat(Typed.in(folder, "source", "show", "library").out()).containsPattern("repaired +1 records:")
                    .contains(SampleRecords.identifier(3) + " in oai_dc: an ampersand that begins nothing was escaped, at byte ")
                    .containsPattern("in quarantine +1 that could not be accepted:")
                    .containsPattern(SampleRecords.identifier(5) + ": not well-formed XML .*oai_dc, page 1, from byte ");
            JsonNode shown = JsonMapper.shared().readTree(Typed.in(folder, "source", "show", "library", "--json").out());
            assertThat(shown.path("repaired").asLong(0)).isEqualTo(1);
            assertThat(shown.path("quarantined").asLong(0)).isEqualTo(1);
        }
    }

    @Test
    void strictHarvest_repairsNothing() throws Exception {
        try (ScriptedProvider provider = faulty()) {
            Typed harvest = Typed.in(folder, "harvest", provider.baseUrl(), "--strict");
            // Two of eight are more than the tenth that a complete source may lack.
            assertThat(harvest.status()).as(harvest.err()).isEqualTo(1);
            assertThat(harvest.err()).contains("not well-formed XML at line", "partial(2 records of oai_dc",
                    "oai:example.org:3, oai:example.org:5", "6 new, 2 refused");
            Typed fetched = Typed.in(folder, "fetch", provider.baseUrl(), "--strict", "--format", "jsonl");
            assertThat(fetched.out().lines()).hasSize(6);
            Typed repaired = Typed.in(folder, "fetch", provider.baseUrl(), "--format", "jsonl");
            assertThat(repaired.status()).as(repaired.err()).isZero();
            assertThat(repaired.out().lines()).hasSize(7);
        }
    }
}
