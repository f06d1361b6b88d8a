package dev.sheaf.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
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

/** A fetch reports and keeps records that it cannot write, or writes otherwise than they came. */
class FetchFaultsTest {

    /** Two attributes of one name, by way of two prefixes: nobody knows which of them was meant. */
    private static final String TWICE = "<dc:title xmlns:a='urn:x' xmlns:b='urn:x' a:k='' b:k=''>Title ";

    @TempDir
    private Path folder;

    private final ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-05-10T09:00:00Z"));

    @AfterEach
    void close() {
        provider.close();
    }

    private void faulty() {
        provider.put(SampleRecords.many(8)).when(ReceivedRequest.any(), Behaviour.text(
                body -> body.replace("Title 3", "Title & 3").replace("Title 4", "Title & 4 &nbsp;")
                        .replace("<dc:title>Title 5", TWICE + "5")));
    }

    @Test
    void refusedRecord_isNotCounted_butNamedAndKeptBesideTheFile() throws Exception {
        faulty();
        Typed fetched = Typed.in(folder, "fetch", provider.baseUrl(), "--format", "jsonl", "-o", "out.jsonl");
        assertThat(fetched.status()).as(fetched.err()).isZero();
        assertThat(Files.readAllLines(folder.resolve("out.jsonl"))).hasSize(7);
        Path kept = folder.resolve("out.jsonl.quarantine");
        assertThat(fetched.err()).contains("complete-with-quarantine: 7 records, 1 refused", "The refused records are in " + kept)
                .containsPattern("  refused: " + SampleRecords.identifier(5)
                        + ": not well-formed XML .*\\(oai_dc, page 1, from byte \\d+\\)");

        List<String> lines = Files.readAllLines(kept);
        assertThat(lines).hasSize(1);
        JsonNode line = JsonMapper.shared().readTree(lines.getFirst());
        assertThat(line.propertyNames()).containsExactly("source", "prefix", "identifier", "reason", "raw");
        assertThat(line.path("identifier").asString()).isEqualTo(SampleRecords.identifier(5));
        assertThat(line.path("prefix").asString()).isEqualTo("oai_dc");
        assertThat(line.path("reason").asString()).contains("page 1, from byte ");
        assertThat(new String(line.path("raw").binaryValue(), StandardCharsets.UTF_8)).startsWith("<record>")
                .contains(TWICE + "5");
    }

    @Test
    void repairs_areCountedByKind_andListedWithVerbose() {
        faulty();
        Typed fetched = Typed.in(folder, "fetch", provider.baseUrl(), "--format", "jsonl");
        assertThat(fetched.err()).contains("2 records had to be repaired to be read",
                "repaired, by kind: unescaped 2, entity 1; --verbose lists all", "kept only with an output file: -o FILE")
                .doesNotContain("an ampersand");
        Typed verbose = Typed.in(folder, "fetch", provider.baseUrl(), "--format", "jsonl", "-v");
        assertThat(verbose.err()).contains("repaired: " + SampleRecords.identifier(3)
                + " in oai_dc: an ampersand that begins nothing was escaped, at byte ");
    }

    @Test
    void firstRefusedRecords_areNamed_andTheOthersCounted() throws Exception {
        provider.put(SampleRecords.many(13)).when(ReceivedRequest.any(),
                Behaviour.text(body -> body.replace("<dc:title>Title ", TWICE)));
        Typed fetched = Typed.in(folder, "fetch", provider.baseUrl(), "-q", "-o", "out.xml");
        assertThat(fetched.err().lines().filter(line -> line.startsWith("  refused: oai:"))).hasSize(10);
        assertThat(fetched.err()).contains("  refused: 3 more; --verbose lists all");
        assertThat(Files.readAllLines(folder.resolve("out.xml.quarantine.partial"))).hasSize(13);
    }

    @Test
    void removesTheQuarantineFileWhenNoRecordIsRefused() throws Exception {
        provider.put(SampleRecords.many(2));
        Files.writeString(folder.resolve("out.xml.quarantine"), "{}\n");
        Typed fetched = Typed.in(folder, "fetch", provider.baseUrl(), "-o", "out.xml");
        assertThat(fetched.err()).contains("complete: 2 records").doesNotContain("refused");
        assertThat(folder.resolve("out.xml")).exists();
        assertThat(folder.resolve("out.xml.quarantine")).doesNotExist();
    }

    @Test
    void quarantineFileOfAnInterruptedList_isKept() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.any(),
                Behaviour.text(body -> body.replace("<dc:title>Title 5", TWICE + "5")))
                .when(ReceivedRequest.beyondTheFirstPage(), Behaviour.status(404));
        Typed fetched = Typed.in(folder, "fetch", provider.baseUrl(), "-o", "out.xml");
        assertThat(fetched.status()).isEqualTo(1);
        assertThat(folder.resolve("out.xml.partial")).exists();
        assertThat(folder.resolve("out.xml.quarantine.partial")).exists();
        assertThat(folder.resolve("out.xml.quarantine")).doesNotExist();
        assertThat(fetched.err()).contains("The refused records are in " + folder.resolve("out.xml.quarantine.partial"));
    }
}
