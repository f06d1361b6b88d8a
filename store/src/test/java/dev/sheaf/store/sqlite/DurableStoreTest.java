package dev.sheaf.store.sqlite;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.sql.DamagedRecordException;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Promises of the store that hold against loss of power, damaged bytes and other processes. */
class DurableStoreTest {

    private static final String ID = "a";

    @TempDir
    private Path folder;
    private HubStore store;
    private HubStore other;

    @BeforeEach
    void open() {
        store = opened();
        other = opened();
        store.put(Source.harvested(ID, "https://a.example.org/oai"));
    }

    private HubStore opened() {
        return HubStores.open(folder, new HubIdentity("Hub", "admin@example.org", "hub.example.org"),
                InstantSource.system());
    }

    @AfterEach
    void close() {
        other.close();
        store.close();
    }

    /** SQLite's documentation: with less than FULL in WAL mode, a commit may be lost with the power. */
    @Test
    void commit_waitsForTheDisk() throws SQLException {
        try (SqlConnection writer = SqliteDatabase.in(folder, SqlConnection.WriteFault.NONE).writer()) {
            assertThat(writer.one("pragma synchronous", row -> row.getInt(1))).contains(2);
            assertThat(writer.one("pragma journal_mode", row -> row.getString(1))).contains("wal");
        }
    }

    @Test
    void changedByteOfAStoredRecord_isDetectedAtAnyPosition() throws SQLException {
        String title = "0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        OaiRecord record = new OaiRecord(
                new Header("oai:a.example.org:1", Datestamp.parse("2025-01-01T00:00:00Z"), List.of(), false),
                new DublinCoreWriter().add("title", title).end());
        store.save(new Batch(ID, 1, MetadataFormat.OAI_DC, List.of(record)));
        try (SqlConnection writer = SqliteDatabase.in(folder, SqlConnection.WriteFault.NONE).writer()) {
            byte[] payload = writer.one("select payload from rec", row -> row.getBytes(1)).orElseThrow();
            assertThat(payload.length).isGreaterThan(title.length());
            for (int i = 0; i < payload.length; i++) {
                byte[] damaged = payload.clone();
                damaged[i] ^= 1;
                writer.update("update rec set payload = ?", damaged);
                assertThat(read()).as("byte " + i).isIn(Optional.empty(), Optional.ofNullable(record.metadata()));
            }
            writer.update("update rec set payload = ?", payload);
            assertThat(read()).contains(record.metadata());
        }
    }

    private Optional<Object> read() {
        try {
            return store.get(ID, MetadataPrefix.OAI_DC, "oai:a.example.org:1").map(StoredRecord::record).map(OaiRecord::metadata);
        } catch (DamagedRecordException _) {
            return Optional.empty();
        }
    }

    @Test
    void sequenceNumberOfAPush_isAcceptedOnceAmongConcurrentRequests() throws Exception {
        store.announcements().setSecret(ID, Secret.of("known to both"));
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int number = 1; number <= 40; number++) {
                long offered = number;
                CyclicBarrier together = new CyclicBarrier(8);
                List<Callable<Boolean>> offers = Stream.of(store, other, store, other, store, other, store, other)
                        .map(process -> (Callable<Boolean>) () -> {
                            together.await();
                            return process.announcements().take(ID, offered);
                        }).toList();
                int taken = 0;
                for (Future<Boolean> answer : threads.invokeAll(offers)) {
                    taken += answer.get() ? 1 : 0;
                }
                assertThat(taken).as("number " + number).isOne();
                assertThat(store.announcements().take(ID, offered - 1)).as("an older number").isFalse();
            }
        }
    }

    /** The settings change while another process has worked out where its records belong, and has not written them yet. */
    @Test
    void recordsSavedWhileAnAggregateChanges_followTheNewSettings() throws Exception {
        int rounds = 24;
        long usual = save(store, "warm-up");
        for (int round = 0; round < rounds; round++) {
            String source = "s" + round;
            store.put(Source.harvested(source, "https://" + source + ".example.org/oai"));
            store.put(Aggregate.of("part").withSources("nobody"));
            long delay = usual * round / rounds;
            Thread changing = Thread.ofPlatform().start(() -> {
                LockSupport.parkNanos(delay);
                other.put(Aggregate.of("part").withSources(source));
            });
            save(store, source);
            changing.join();
            other.membership().finish();
            Repository part = store.repository("part", "https://hub.example.org/oai/part").orElseThrow();
            assertThat(part.records(new RecordQuery(MetadataPrefix.OAI_DC, null, part.settled(), null, null, 10_000, true))
                    .read().stream().map(OaiRecord::identifier).filter(identifier -> identifier.contains(source + "-"))
                    .count())
                    .as("round " + round).isEqualTo(200);
        }
    }

    /** Large records: between the plan and its transaction they are compressed. Returns nanoseconds. */
    private static long save(HubStore store, String source) {
        store.put(Source.harvested(source, "https://" + source + ".example.org/oai"));
        List<OaiRecord> records = IntStream.range(0, 200).mapToObj(number -> {
            StringBuilder text = new StringBuilder();
            IntStream.range(0, 2_000)
                    .forEach(i -> text.append(Integer.toHexString(source.hashCode() * 31 + number * 7919 + i * 104_729)));
            return new OaiRecord(new Header("oai:" + source + ".example.org:" + source + "-" + number,
                    SampleRecords.live(1).header().datestamp(), List.of(), false),
                    new DublinCoreWriter().add("description", text.toString()).end());
        }).toList();
        long begun = System.nanoTime();
        store.save(new Batch(source, 1, MetadataFormat.OAI_DC, records));
        return System.nanoTime() - begun;
    }
}
