package dev.sheaf.harvester.example;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** The examples in docs/library.md work. */
class ExamplesTest {

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final ScriptedProvider provider = ScriptedProvider.start(clock).set(new OaiSet(new SetSpec("physics"), "Physics"));

    @AfterEach
    void close() {
        provider.close();
    }

    @Test
    void changesInASet_arePrinted() {
        Datestamp later = Datestamp.parse("2024-03-01T00:00:00Z");
        provider.put(List.of(SampleRecords.live(1, "One", later, "physics"), SampleRecords.live(2, "Two", later, "history"),
                SampleRecords.deleted(3, later, "physics")));

        assertThat(printed(provider.baseUrl())).isEqualToIgnoringNewLines("oai:example.org:1withdrawn oai:example.org:3");
    }

    @Test
    void reasonOfAnIncompleteHarvest_isPrinted() {
        assertThat(printed("http://127.0.0.1:1/oai")).startsWith("stopped: no connection to 127.0.0.1:1");
    }

    private static String printed(String baseUrl) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintIdentifiers.print(baseUrl, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void repairedAndUnrepairableRecords_arePrinted() {
        provider.put(SampleRecords.many(3)).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.text(
                body -> body.replace("<dc:title>Title 0", "<dc:title>A & B")
                        .replace("<dc:title>Title 1", "<dc:title xmlns:a='urn:x' xmlns:b='urn:x' a:k='' b:k=''>Title 1")));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TellFaults.print(provider.baseUrl(), new PrintStream(bytes, true, StandardCharsets.UTF_8));
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).satisfiesExactly(
                line -> assertThat(line).startsWith("repaired oai:example.org:0: "),
                line -> assertThat(line).matches("beyond repair oai:example.org:1: \\d+ bytes"),
                line -> assertThat(line).isEqualTo("oai:example.org:0"),
                line -> assertThat(line).isEqualTo("oai:example.org:2"));
    }

    @Test
    void descriptionOfARepository_isPrinted() {
        assertThat(AskRepository.introduce(provider.baseUrl())).endsWith(" offers oai_dc");
        assertThat(AskRepository.introduce("http://127.0.0.1:1/oai")).startsWith("CONNECT: ");
    }

    @Test
    void records_areCounted() {
        provider.put(SampleRecords.many(25));
        assertThat(CountHeaders.count(provider.baseUrl())).isEqualTo("25 records");
        assertThat(CountHeaders.count("http://127.0.0.1:1/oai")).startsWith("not complete: no connection");
    }

    @Test
    void harvestIntoAFolder_isIncrementalTheNextTime(@TempDir Path folder) {
        FolderSink sink = new FolderSink(folder);
        provider.put(SampleRecords.many(25));

        assertThat(HarvestToFolder.harvest(provider.baseUrl(), sink)).isEqualTo("25 records");
        assertThat(folder.resolve("oai%3Aexample.org%3A7.xml")).content().contains("<dc:title>Title 7</dc:title>");

        clock.set(Instant.parse("2024-05-10T10:00:00Z"));
        provider.put(List.of(SampleRecords.deleted(7, Datestamp.parse("2024-05-10T09:30:00Z"))));
        assertThat(HarvestToFolder.harvest(provider.baseUrl(), sink)).isEqualTo("1 records");
        assertThat(folder.resolve("oai%3Aexample.org%3A7.xml")).doesNotExist();

        assertThat(HarvestToFolder.harvest("http://127.0.0.1:1/oai", sink)).startsWith("not complete: no connection");
    }
}
