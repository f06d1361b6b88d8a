package dev.sheaf.platform.acceptance;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenStrategy;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * While one writes without pause, others harvest by the protocol's rule alone: {@code from} is the responseDate of the first page of the
 * last list, with no overlap. When the writing ends, one more increment makes their copies equal to the repository.
 *
 * <p>The clock runs fast, so that second after second passes within a transaction and between a page's reading and its rendering. How long
 * the writing lasts is bounded by its batches; {@code -Dsheaf.concurrent.seconds=60} makes it last so long instead.
 */
class ConcurrentWriterTest {

    private static final int BATCHES = 200;
    private static final int ITEMS = 1_500;
    private static final int SECONDS = Integer.getInteger("sheaf.concurrent.seconds", 0);
    /** Seconds of the hub's time in one of ours. */
    private static final int HASTE = 40;

    @TempDir
    private Path data = Path.of("");

    /** Ways of serving that a harvester must not notice. */
    enum Serving {
        STATELESS_TOKENS,
        RESULT_SETS,
        DAYS;

        ProviderSettings of(ProviderSettings settings, InstantSource clock) {
            ProviderSettings small = settings.withPages(60, 60, 60);
            return switch (this) {
                case STATELESS_TOKENS -> small;
                case RESULT_SETS -> small.withTokens(TokenStrategy.resultSets(Duration.ofHours(9), 100_000, clock));
                case DAYS -> small.withGranularity(Granularity.DAY);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void incrementalHarvester_missesNoRecordOfConcurrentWriters(Serving serving) throws Exception {
        long began = System.nanoTime();
        InstantSource clock = () -> ServingHub.START.plusNanos((System.nanoTime() - began) * HASTE);
        try (ServingHub hub = new ServingHub(data, settings -> serving.of(settings, clock), clock)) {
            hub.save("a", SampleRecords.live(0, "x"));
            List<IncrementalCopy> copies = List.of(new IncrementalCopy(hub, "a", "ListRecords", null),
                    new IncrementalCopy(hub, "a", "ListRecords", "x"),
                    new IncrementalCopy(hub, "a", "ListIdentifiers", "x:y"));
            IncrementalCopy.follow(copies, () -> System.out.println(serving + ": " + write(hub, began)));
            assertThat(copies)
                    .allSatisfy(copy -> assertThat(copy.increments()).as("increments while others wrote").isGreaterThan(2));
        }
    }

    /**
     * Two processes write into sources that share items, one with a clock that is an hour slow, while policies and filters are changed and the
     * hub serves: harvesters of everything, of a mirror, of an aggregate and of sets end with exactly what is there.
     */
    @Test
    void aggregate_listsAllRecords_whileTwoProcessesWrite() throws Exception {
        long began = System.nanoTime();
        InstantSource clock = () -> ServingHub.START.plusNanos((System.nanoTime() - began) * HASTE);
        try (ServingHub hub = new ServingHub(data, settings -> settings.withPages(60, 60, 60), clock);
                HubStore other = HubStores.open(data,
                        new HubIdentity("Other", "x@example.org", "other.example.org"),
                        () -> clock.instant().minusSeconds(3_600));
                ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            hub.save("a", SampleRecords.live(0, "x"));
            hub.save("b", SampleRecords.live(1, "x"));
            hub.store().put(Aggregate.of("part").withSets("x"));
            List<IncrementalCopy> copies = List.of(new IncrementalCopy(hub, "", "ListRecords", null),
                    new IncrementalCopy(hub, "", "ListIdentifiers", "b:x"),
                    new IncrementalCopy(hub, "a", "ListRecords", null), new IncrementalCopy(hub, "part", "ListRecords", null),
                    new IncrementalCopy(hub, "part", "ListRecords", "a:x:y"));
            IncrementalCopy.follow(copies, () -> {
                Future<?> first = threads.submit(() -> write(hub.store(), "a", 1));
                Future<?> second = threads.submit(() -> write(other, "b", 2));
                for (Collisions policy : List.of(Collisions.KEEP_ALL, Collisions.TRUSTED_ORDER, Collisions.MOST_RECENT)) {
                    other.put(Aggregate.of(Aggregate.EVERYTHING).withCollisions(policy, "b"));
                    hub.store().put(Aggregate.of("part").withSets(policy == Collisions.TRUSTED_ORDER ? "z" : "x")
                            .withCollisions(policy));
                }
                first.get();
                second.get();
            });
        }
    }

    private static int write(HubStore store, String source, long seed) {
        Random random = new Random(seed);
        for (int batch = 0; batch < BATCHES / 4; batch++) {
            List<OaiRecord> records = new ArrayList<>();
            for (int i = 1 + random.nextInt(20); i > 0; i--) {
                records.add(someRecord(random, batch));
            }
            store.save(new Batch(source, 1, MetadataFormat.OAI_DC, records));
        }
        return BATCHES;
    }

    private static String write(ServingHub hub, long began) {
        Random random = new Random(3);
        int batches = 0;
        int records = 0;
        while (SECONDS == 0 ? batches < BATCHES : System.nanoTime() - began < SECONDS * 1_000_000_000L) {
            OaiRecord[] batch = new OaiRecord[1 + random.nextInt(40)];
            for (int i = 0; i < batch.length; i++) {
                batch[i] = someRecord(random, batches);
            }
            hub.save("a", batch);
            batches++;
            records += batch.length;
        }
        return batches + " batches of " + records + " records in " + (System.nanoTime() - began) / 1_000_000 + " ms";
    }

    /** New, changed, the same again, moved to another set, withdrawn or back. */
    private static OaiRecord someRecord(Random random, int version) {
        int number = random.nextInt(ITEMS);
        String[] sets = random.nextInt(4) == 0 ? new String[0] : new String[]{List.of("x", "x:y", "z").get(random.nextInt(3))};
        return random.nextInt(4) == 0
                ? SampleRecords.deleted(number, Datestamp.parse("2024-01-01"), sets)
                : SampleRecords.live(number, "Version " + version / 3, Datestamp.parse("2024-01-01"), sets);
    }
}
