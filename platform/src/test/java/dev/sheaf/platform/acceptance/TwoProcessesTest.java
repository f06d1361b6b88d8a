package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.cli.Sheaf;
import dev.sheaf.platform.cli.SlowClockSheaf;
import dev.sheaf.testkit.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.ScriptedProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The commands harvest and import write in processes of their own, at once, into the data directory that a hub serves from; the clock of the
 * import is an hour slow. Harvesters that ask the hub by the protocol's rule alone, without any overlap, end with exactly what is there.
 */
@Timeout(120)
class TwoProcessesTest {

    private static final int ITEMS = 900;
    private static final int PAGE = 40;
    private static final int ROUNDS = 2;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void nothingAppearsBehindTheBackOfAnybodyWhoHarvestsTheHub() throws Exception {
        Path data = folder.resolve("data");
        AtomicReference<@Nullable Process> awaited = new AtomicReference<>();
        try (ScriptedProvider provider = ScriptedProvider.start(InstantSource.system());
                ServingHub hub = new ServingHub(data, settings -> settings.withPages(60, 60, 60), InstantSource.system())) {
            provider.pageSize(PAGE).when(ReceivedRequest.of(Verb.LIST_RECORDS), (request, reply) -> {
                Process importing = awaited.get();
                if (importing != null && request.argument("resumptionToken") != null) {
                    // The whole import falls between two pages of the harvest.
                    importing.onExit().join();
                }
                return reply;
            });
            hub.store().put(Source.harvested("a", provider.baseUrl()));
            hub.store().put(Source.imported("b", "Imported"));
            hub.store().put(Aggregate.of("part").withSets("x"));
            hub.save("a", SampleRecords.live(0, "x"));
            hub.save("b", SampleRecords.live(0, "x"));
            List<IncrementalCopy> copies = List.of(new IncrementalCopy(hub, "", "ListRecords", null),
                    new IncrementalCopy(hub, "", "ListIdentifiers", "b:x"), new IncrementalCopy(hub, "a", "ListRecords", "x"),
                    new IncrementalCopy(hub, "part", "ListRecords", null));
            IncrementalCopy.follow(copies, () -> {
                for (int round = 0; round < ROUNDS; round++) {
                    provider.put(records(round, 0));
                    Path file = Files.write(folder.resolve("records.jsonl"),
                            records(round, 1).stream().map(TwoProcessesTest::line).toList());
                    Process importing = start(SlowClockSheaf.class, data, "import", "b", file.toString());
                    // First they wait for nothing but each other's locks, then the order is forced.
                    awaited.set(round == 0 ? null : importing);
                    Process harvesting = start(Sheaf.class, data, "harvest", "a");
                    hub.store().put(Aggregate.of(Aggregate.EVERYTHING)
                            .withCollisions(List.of(Collisions.values()).get(round), "b"));
                    assertThat(ended(importing)).as("import").isZero();
                    assertThat(ended(harvesting)).as("harvest").isZero();
                }
            });
            assertThat(copies)
                    .allSatisfy(copy -> assertThat(copy.increments()).as("increments while others wrote").isGreaterThan(2));
            assertThat(hub.store().status("a").orElseThrow().records() + hub.store().status("a").orElseThrow().deleted())
                    .isEqualTo(ITEMS);
        }
    }

    /** What a source has in a round: each time another part is changed, withdrawn or in another set. */
    private static List<OaiRecord> records(int round, int source) {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < ITEMS; i++) {
            int changed = (i + source) % ROUNDS <= round ? (i + source) % ROUNDS : 0;
            if (changed == 0) {
                records.add(SampleRecords.live(i, i % 2 == 0 ? "x" : "y"));
            } else if (i % 5 == 0) {
                records.add(SampleRecords.deleted(i, Datestamp.ofSecond(Instant.now()), "x"));
            } else {
                records.add(SampleRecords.live(i, "Round " + changed + " of " + source, Datestamp.ofSecond(Instant.now()),
                        i % 4 == 0 ? "y" : "x"));
            }
        }
        return records;
    }

    private static String line(OaiRecord record) {
        String sets = record.header().sets().isEmpty() ? "" : '"' + record.header().sets().getFirst().value() + '"';
        String metadata = record.metadata() == null
                ? "null"
                : '"' + String.valueOf(record.metadata()).replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
        return """
                {"source":"b","prefix":"oai_dc","identifier":"%s","datestamp":"%s","deleted":%b,"sets":[%s],"metadata":%s,"about":[]}"""
                .formatted(record.identifier(), record.header().datestamp().text(), record.deleted(), sets, metadata);
    }

    private Process start(Class<?> main, Path data, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), main.getName(), "--data", data.toString(), "--quiet"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(arguments[0] + ".log").toFile())).start();
    }

    /** The status of a process when it is through. */
    private static int ended(Process process) throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended in time").isTrue();
        return process.exitValue();
    }
}
