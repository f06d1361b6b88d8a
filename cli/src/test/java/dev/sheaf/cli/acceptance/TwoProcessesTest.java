package dev.sheaf.cli.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.cli.Sheaf;
import dev.sheaf.cli.SlowClockSheaf;
import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.acceptance.IncrementalCopy;
import dev.sheaf.platform.acceptance.ServingHub;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.sources.SourceControl;
import dev.sheaf.testkit.SampleRecords;

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
    void harvesterMissesNoRecordOfTwoWritingProcesses() throws Exception {
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

    @Test
    void twoCommands_askAHostOneAfterTheOther() throws Exception {
        Path data = folder.resolve("data");
        try (ScriptedProvider provider = ScriptedProvider.start(InstantSource.system()).put(SampleRecords.many(400))) {
            provider.pageSize(10);
            try (HubStore store = HubStores.open(data,
                    new HubIdentity("Test", "admin@example.org", "hub.example.org"), InstantSource.system())) {
                store.put(Source.harvested("a", provider.baseUrl()));
                store.put(Source.harvested("b", provider.baseUrl()));
            }
            Process one = start(Sheaf.class, data, "harvest", "a");
            Process another = start(Sheaf.class, data, "harvest", "b");

            assertThat(ended(one)).isZero();
            assertThat(ended(another)).isZero();
            assertThat(provider.pagesAsked()).hasSize(80);
            assertThat(provider.mostRequestsAtOnce()).isEqualTo(1);
        }
    }

    @Test
    void runOfAnotherProcess_isCancelledAndPaused() throws Exception {
        Path data = folder.resolve("data");
        try (ScriptedProvider provider = ScriptedProvider.start(InstantSource.system()).put(SampleRecords.many(200));
                HubStore store = HubStores.open(data,
                        new HubIdentity("Test", "admin@example.org", "hub.example.org"), InstantSource.system())) {
            provider.pageSize(10);
            store.put(Source.harvested("a", provider.baseUrl()));

            endedBy(provider, store, data, "cancel", SourceControl.Wish.CANCEL, 4);
            assertThat(store.status("a").orElseThrow().records()).isBetween(20L, 100L);
            endedBy(provider, store, data, "pause", SourceControl.Wish.PAUSE, 12);
            assertThat(store.status("a").orElseThrow().state()).isEqualTo(SourceStatus.State.PAUSED);
            assertThat(store.status("a").orElseThrow().records()).isBetween(100L, 180L);
        }
    }

    /** While a page of a run is on its way, another process wants the run to end. */
    private void endedBy(ScriptedProvider provider, HubStore store, Path data, String command, SourceControl.Wish wish,
            int page) throws Exception {
        CompletableFuture<Process> other = new CompletableFuture<>();
        provider.once(ReceivedRequest.page(page), (_, reply) -> {
            try {
                other.complete(start(Sheaf.class, data, "source", command, "a"));
            } catch (IOException failure) {
                other.completeExceptionally(failure);
            }
            while (store.control().wish("a", store.runs().last("a", 1).getFirst().number()) != wish) {
                LockSupport.parkNanos(1_000_000);
            }
            return reply;
        });
        Process harvest = start(Sheaf.class, data, "harvest", "a");
        assertThat(ended(harvest)).as("partial").isEqualTo(1);
        assertThat(ended(other.get(20, TimeUnit.SECONDS))).as(command).isZero();
        assertThat(store.leases().isHeld("a")).isFalse();
    }

    /** Returns the records of a source in a round. Each round changes, withdraws or moves to another set another part of them. */
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
