package dev.sheaf.cli.acceptance;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Verb;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.platform.sync.plan.SyncScheduler;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** A harvest whose process is killed again and again goes on where it was, and ends with exactly what the repository has. */
class KilledHarvestTest {

    private static final int KILLS = 20;
    private static final int RECORDS = 6_000;
    private static final int PAGE = 50;

    @Test
    void twentyKillsAtRandomMoments_loseNothing_andNoHarvestStartsOver(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        Random random = new Random(20261121);
        AtomicReference<@Nullable Runnable> onRequest = new AtomicReference<>();
        List<OaiRecord> records = SampleRecords.many(RECORDS);
        try (ScriptedProvider provider = ScriptedProvider.start(InstantSource.system())) {
            provider.put(records).pageSize(PAGE);
            provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), (_, reply) -> {
                Runnable then = onRequest.get();
                if (then != null) {
                    then.run();
                }
                return reply;
            });
            try (HubStore store = open(data)) {
                store.put(Source.harvested("killed", provider.baseUrl()));
            }
            List<Integer> firstPages = new ArrayList<>();
            Process ready = start(data);
            for (int kill = 0; kill < KILLS; kill++) {
                provider.clearLog();
                int pages = 2 + random.nextInt(5);
                long nanoseconds = random.nextLong(30_000_000);
                AtomicReference<@Nullable Process> child = new AtomicReference<>();
                int[] seen = new int[1];
                onRequest.set(() -> {
                    if (++seen[0] == pages) {
                        Thread.ofVirtual().start(() -> {
                            // A random moment of what the harvester does with the pages it has: reading, writing, asking for more.
                            LockSupport.parkNanos(nanoseconds);
                            Objects.requireNonNull(child.get()).destroyForcibly();
                        });
                    }
                });
                Process process = ready;
                child.set(process);
                ready = start(data);
                harvest(process);
                process.waitFor();
                assertThat(process.exitValue()).as("killed, not ended").isEqualTo(137);
                firstPages.add(provider.pagesAsked().getFirst());
            }
            onRequest.set(null);
            provider.clearLog();
            harvest(ready);
            assertThat(ready.waitFor()).isZero();
            int resumedAt = provider.pagesAsked().getFirst();
            System.out.println(KILLS + " kills; runs began at pages " + firstPages + ", the last one at " + resumedAt);
            assertThat(firstPages).as("each run goes on, none starts over").isSorted();
            assertThat(resumedAt).isGreaterThan(KILLS);
            try (HubStore store = open(data)) {
                assertThat(held(store.repository("killed", "http://hub.example.org/oai/killed").orElseThrow()))
                        .containsExactlyInAnyOrderElementsOf(records.stream().map(KilledHarvestTest::content).toList());
                assertThat(store.status("killed").orElseThrow().records()).isEqualTo(RECORDS);
                List<RunReport> runs = store.runs().last("killed", 2 * KILLS);
                assertThat(runs).as("the ledger tells of every run").hasSize(KILLS + 1);
                assertThat(runs.subList(1, runs.size())).extracting(RunReport::outcome).extracting(String::valueOf)
                        .allMatch(outcome -> outcome.startsWith("partial(the process ended"));
            }
        }
    }

    @Test
    void hub_resumesTheIncrementOfAKilledCommand(@TempDir Path folder) throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        SettableClock clock = new SettableClock(Instant.now());
        CompletableFuture<Process> child = new CompletableFuture<>();
        AtomicBoolean killing = new AtomicBoolean();
        List<String> begun = new ArrayList<>();
        try (ScriptedProvider provider = ScriptedProvider.start(InstantSource.system());
                HubStore store = open(data);
                HttpFetcher fetcher = new HttpFetcher()) {
            provider.put(SampleRecords.many(PAGE * 5)).pageSize(PAGE);
            store.put(Source.harvested("killed", provider.baseUrl()));
            SourceHarvest harvest = new SourceHarvest(store, new Harvester(fetcher));
            Source source = store.source("killed").orElseThrow();
            assertThat(harvest.run(source, HarvestOptions.DEFAULT, ProgressListener.NONE).orElseThrow().isComplete()).isTrue();
            SyncScheduler scheduler = new SyncScheduler(store, ScheduleTerms.of(0.1), 1, id -> {
                begun.add(id);
                harvest.run(source, HarvestOptions.DEFAULT, ProgressListener.NONE);
                return ActionResult.done(id);
            }, clock, (_, _) -> {});
            scheduler.round();
            assertThat(begun).isEmpty();

            killing.set(true);
            provider.when(request -> request.page() == 4 && killing.get(), (_, reply) -> {
                child.join().destroyForcibly();
                child.join().onExit().join();
                return reply;
            });
            Process process = start(data, "--full");
            child.complete(process);
            harvest(process);
            assertThat(process.waitFor()).isEqualTo(137);
            killing.set(false);
            provider.clearLog();
            clock.advance(Duration.ofMinutes(1));
            scheduler.round();

            assertThat(begun).containsExactly("killed");
            assertThat(provider.pagesAsked().getFirst()).as("it goes on where the killed one was").isGreaterThan(1);
            assertThat(store.status("killed").orElseThrow().state()).isEqualTo(SourceStatus.State.IDLE);
        }
    }

    /** Starts a process that harvests on command. */
    private static Process start(Path data, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), AwaitedSheaf.class.getName(), data.resolveSibling("ready").toString(),
                "--data", data.toString(), "--quiet", "harvest", "killed"));
        command.addAll(List.of(options));
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(data.resolveSibling("killed.log").toFile())).start();
    }

    private static void harvest(Process ready) throws IOException {
        try (OutputStream word = ready.getOutputStream()) {
            word.write('\n');
        }
    }

    private static HubStore open(Path data) {
        return HubStores.open(data, new HubIdentity("Test", "admin@example.org", "hub.example.org"),
                InstantSource.system());
    }

    private static List<String> held(Repository repository) {
        List<String> held = new ArrayList<>();
        RecordPage page = null;
        do {
            page = repository.records(
                    new RecordQuery(MetadataPrefix.OAI_DC, null, Instant.MAX, null, page == null ? null : page.next(), 500,
                            false));
            page.read().forEach(record -> held.add(content(record)));
        } while (page.next() != null);
        return held;
    }

    private static String content(OaiRecord record) {
        Header header = record.header();
        return header.identifier() + " " + header.sets() + " " + header.deleted() + " " + record.metadata();
    }
}
