package dev.sheaf.store.sqlite;

import java.io.BufferedReader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.ChildProcess;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.Uptime;
import dev.sheaf.store.enrichments.Enrichment;
import dev.sheaf.store.enrichments.Enrichments.Change;
import dev.sheaf.store.enrichments.ItemKey;
import dev.sheaf.store.enrichments.Relation;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Enrichments and relations survive copies of the data directory and processes that are killed. */
@Timeout(120)
class StoredAdditionsTest {

    private static final int ITEMS = 20;
    private static final String TEXT = "text";

    @TempDir
    private Path folder = Path.of("");

    private static HubStore open(Path dataDir) {
        return SqliteStores.open(dataDir, InstantSource.system(), () -> {});
    }

    private static void fill(HubStore store) {
        store.put(Source.harvested("a", "https://a.example.org/oai"));
        store.save(new Batch("a", 1, MetadataFormat.OAI_DC,
                IntStream.range(0, ITEMS).mapToObj(number -> SampleRecords.live(number, "s")).toList()));
    }

    private static ItemKey item(int number) {
        return new ItemKey("a", SampleRecords.identifier(number));
    }

    private static Enrichment text(int number, int value) {
        return new Enrichment(item(number), TEXT, ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
    }

    @Test
    void copyOfTheDatabase_hasAllAdditions_andIsSound() throws Exception {
        Path original = Files.createDirectory(folder.resolve("original"));
        Path restored = Files.createDirectory(folder.resolve("restored"));
        Relation cites = new Relation(item(1), item(2), "cites", new byte[]{1, 2, 3});
        try (HubStore store = open(original)) {
            fill(store);
            store.enrichments().put(List.of(text(1, 7), text(2, 8)));
            store.enrichments().remove(TEXT, List.of(item(2)));
            store.relations().replace("cites", List.of(item(1)), List.of(cites));
            Path copy = Files.createFile(restored.resolve(SqliteDatabase.FILE));
            SqliteCopies.write(original, copy);
            SqliteCopies.check(copy);
        }
        try (HubStore store = open(restored)) {
            assertThat(store.enrichments().changes(0, 10)).extracting(Change::removed).containsExactly(false, true);
            assertThat(store.enrichments().of(item(1))).containsExactly(text(1, 7));
            assertThat(store.relations().to(item(2), "cites", null, 10)).containsExactly(cites);
            long before = store.lastSeq();
            store.enrichments().put(List.of(text(2, 9)));
            assertThat(store.enrichments().changes(before, 10)).hasSize(1);
        }
        try (SqliteStoreCheck check = new SqliteStoreCheck(restored, Uptime.UNKNOWN)) {
            assertThat(check.structure()).isEmpty();
            assertThat(check.records().count()).isZero();
            assertThat(check.wrongCounters()).isZero();
        }
    }

    /** A follower in one process reads what two other processes write; both are killed. */
    @Test
    void followerMissesNoChange_ofProcessesThatAreKilled() throws Exception {
        try (HubStore store = open(folder)) {
            fill(store);
            Map<ItemKey, Integer> followed = new HashMap<>();
            long reached = 0;
            int[] acknowledged = new int[2];
            Process[] writers = {start(0), start(1)};
            try (BufferedReader first = writers[0].inputReader(); BufferedReader second = writers[1].inputReader()) {
                BufferedReader[] outputs = {first, second};
                for (int round = 0; round < 60; round++) {
                    acknowledged[round % 2] = Integer.parseInt(outputs[round % 2].readLine());
                    reached = follow(store, reached, followed);
                }
                for (Process writer : writers) {
                    writer.destroyForcibly().waitFor();
                }
            }
            follow(store, reached, followed);
            for (int number = 0; number < ITEMS; number++) {
                Enrichment stored = Objects.requireNonNull(store.enrichments().of(TEXT, List.of(item(number))).get(item(number)));
                assertThat(followed).containsEntry(item(number), value(stored));
                assertThat(value(stored)).isGreaterThanOrEqualTo(acknowledged[number % 2]);
            }
        }
    }

    private Process start(int writer) throws Exception {
        return ChildProcess.start(AdditionWriter.class, folder.toString(), String.valueOf(writer));
    }

    private static int value(Enrichment enrichment) {
        return ByteBuffer.wrap(enrichment.bytes()).getInt();
    }

    private static long follow(HubStore store, long after, Map<ItemKey, Integer> followed) {
        long reached = after;
        List<Change> changes = store.enrichments().changes(reached, 7);
        while (!changes.isEmpty()) {
            for (Change change : changes) {
                assertThat(change.seq()).isGreaterThan(reached);
                reached = change.seq();
                followed.put(change.enrichment().item(), value(change.enrichment()));
            }
            changes = store.enrichments().changes(reached, 7);
        }
        return reached;
    }

    /** Counts up in the enrichments of every second item, and says each number when it is stored everywhere. */
    static final class AdditionWriter {
        private AdditionWriter() {}

        public static void main(String[] arguments) {
            int first = Integer.parseInt(arguments[1]);
            try (HubStore store = open(Path.of(arguments[0]))) {
                for (int value = 1;; value++) {
                    for (int number = first; number < ITEMS; number += 2) {
                        store.enrichments().put(List.of(text(number, value)));
                    }
                    System.out.println(value);
                }
            }
        }
    }
}
