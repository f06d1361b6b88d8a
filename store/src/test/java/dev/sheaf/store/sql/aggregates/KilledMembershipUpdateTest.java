package dev.sheaf.store.sql.aggregates;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.ChildProcess;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sqlite.SqliteStores;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process that dies while it moves records into, out of and within aggregates is gone on with by the next: nothing is missing, nothing is
 * there twice, and harvesters that looked in between have in the end what there is.
 */
@Timeout(120)
class KilledMembershipUpdateTest {

    private static final int ITEMS = 2_400;
    private static final int KILLS = 6;

    @TempDir
    private Path dataDir = Path.of("");

    @Test
    void nextProcess_finishesAChangedAggregate() throws Exception {
        try (HubStore store = open(() -> {})) {
            store.put(Source.harvested("a", "https://a.example.org/oai"));
            store.put(Source.harvested("b", "https://b.example.org/oai"));
            List<OaiRecord> ofA = new ArrayList<>();
            List<OaiRecord> ofB = new ArrayList<>();
            for (int i = 0; i < ITEMS; i++) {
                ofA.add(SampleRecords.live(i, i % 3 == 0 ? "x" : "y"));
                if (i % 2 == 0) {
                    ofB.add(SampleRecords.live(i, "of b " + i, Datestamp.parse("2025-01-01T00:00:00Z"), "x"));
                }
            }
            store.save(new Batch("a", 1, MetadataFormat.OAI_DC, ofA));
            store.save(new Batch("b", 1, MetadataFormat.OAI_DC, ofB));
            store.put(Aggregate.of("part").withSets("y"));
        }
        Random random = new Random(8);
        Copy everything = new Copy();
        Copy part = new Copy();
        Map<String, Copy> copies = Map.of("", everything, "part", part);
        List<Integer> moved = new ArrayList<>();
        for (int kill = 0; kill < KILLS; kill++) {
            Process process = ChildProcess.start(Change.class, dataDir.toString(),
                    String.valueOf(kill < 4 ? 10 + random.nextInt(50) : 500));
            if (process.waitFor() == 0) {
                break;
            }
            assertThat(process.exitValue()).as("killed").isEqualTo(9);
            // Opened with a guard that lets nothing be written: what the dead process left is what is looked at.
            try (HubStore store = open(() -> {
                throw new IllegalStateException("only looking");
            })) {
                copies.forEach((id, copy) -> copy.harvest(repository(store, id)));
                moved.add(live(repository(store, "part")) + live(repository(store, "")));
            }
        }
        System.out.println("records in the aggregates after each kill: " + moved);
        assertThat(ChildProcess.start(Change.class, dataDir.toString(), "-1").waitFor()).isZero();
        assertThat(moved.stream().distinct().count()).as("processes that got on").isGreaterThan(2);
        try (HubStore store = open(() -> {})) {
            for (Map.Entry<String, Copy> copy : copies.entrySet()) {
                copy.getValue().harvest(repository(store, copy.getKey()));
                List<OaiRecord> all = list(repository(store, copy.getKey()), null);
                assertThat(all).extracting(OaiRecord::identifier).doesNotHaveDuplicates();
                Map<String, String> live = new TreeMap<>();
                all.stream().filter(record -> !record.deleted())
                        .forEach(record -> live.put(record.identifier(), record.header().sets() + " " + record.metadata()));
                assertThat(copy.getValue().live).as(copy.getKey()).isEqualTo(live);
            }
            // Everything: keep-all, so that b's copies stand beside a's. The part: what is in set x, of both.
            assertThat(everything.live).hasSize(ITEMS + ITEMS / 2);
            assertThat(part.live.values()).allMatch(said -> said.contains("a:x") || said.contains("b:x"))
                    .hasSize(ITEMS / 2 + ITEMS / 6);
        }
    }

    private HubStore open(Runnable beforeWrite) {
        return SqliteStores.open(dataDir, InstantSource.system(), beforeWrite);
    }

    private static Repository repository(HubStore store, String id) {
        return id.isEmpty()
                ? store.aggregate("https://hub.example.org/oai")
                : store.repository(id, "https://hub.example.org/oai/" + id).orElseThrow();
    }

    private static List<OaiRecord> list(Repository repository, @Nullable Instant from) {
        List<OaiRecord> records = new ArrayList<>();
        RecordPage page = null;
        do {
            page = repository.records(new RecordQuery(MetadataPrefix.OAI_DC, from, Instant.MAX, null,
                    page == null ? null : page.next(), 500, false));
            records.addAll(page.read());
        } while (page.next() != null);
        return records;
    }

    private static int live(Repository repository) {
        return (int) list(repository, null).stream().filter(record -> !record.deleted()).count();
    }

    /** Copy of the aggregate in a harvester that asks for changes only. */
    private static final class Copy {
        private final Map<String, String> live = new TreeMap<>();
        private @Nullable Instant since;

        void harvest(Repository repository) {
            Instant settled = repository.settled();
            for (OaiRecord record : list(repository, since)) {
                if (record.deleted()) {
                    live.remove(record.identifier());
                } else {
                    live.put(record.identifier(), record.header().sets() + " " + record.metadata());
                }
            }
            since = settled;
        }
    }

    /** Changes two aggregates, or goes on with that, and dies before a certain write; not for a negative number. */
    static final class Change {
        private Change() {}

        public static void main(String[] arguments) {
            AtomicInteger left = new AtomicInteger(Integer.parseInt(arguments[1]));
            try (HubStore store = SqliteStores.open(Path.of(arguments[0]), InstantSource.system(), () -> {
                if (left.getAndDecrement() == 0) {
                    Runtime.getRuntime().halt(9);
                }
            })) {
                store.put(Aggregate.of("part").withSets("x").withCollisions(Collisions.TRUSTED_ORDER, "a"));
                store.put(Aggregate.of(Aggregate.EVERYTHING).withCollisions(Collisions.KEEP_ALL));
                store.membership().finish();
            }
        }
    }
}
