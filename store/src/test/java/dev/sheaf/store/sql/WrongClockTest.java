package dev.sheaf.store.sql;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sqlite.SqliteStores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Clocks that are wrong, and damage to the file in which processes agree on datestamps. */
class WrongClockTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant LATER = Instant.parse("2040-01-01T00:00:00Z");

    @TempDir
    private Path dataDir = Path.of("");
    private Instant now = NOW;
    private final Deque<Instant> wrong = new ArrayDeque<>();

    private HubStore open() {
        return SqliteStores.open(dataDir, () -> wrong.isEmpty() ? now : wrong.pop(), () -> {});
    }

    private static void save(HubStore store, String identifier) {
        OaiRecord record = new OaiRecord(new Header(identifier, Datestamp.ofSecond(NOW), List.of(), false),
                XmlFragment.of("<dc xmlns=\"http://www.openarchives.org/OAI/2.0/oai_dc/\"/>"));
        store.put(Source.imported("books", "Books"));
        long run = store.begin("books", NOW);
        store.save(new Batch("books", run, MetadataFormat.OAI_DC, List.of(record)));
    }

    private static Instant stamp(HubStore store, String identifier) {
        return store.get("books", MetadataPrefix.OAI_DC, identifier).orElseThrow().record().header().datestamp().instant()
                .orElseThrow();
    }

    private static Instant settled(HubStore store) {
        return store.aggregate("http://127.0.0.1/oai").settled();
    }

    @Test
    void singleWrongClockReading_affectsNoDatestampAndNoResponse() {
        try (HubStore store = open()) {
            save(store, "oai:a:1");
            for (Instant far : List.of(LATER, NOW.plus(Duration.ofDays(40)))) {
                wrong.add(far);
                assertThat(settled(store)).isEqualTo(NOW);
                wrong.add(far);
                save(store, "oai:a:" + far);
                assertThat(stamp(store, "oai:a:" + far)).isEqualTo(NOW);
                wrong.clear();
            }
        }
    }

    @Test
    void clockFarAhead_isRefusedByWritersWithTheRemedy_andIgnoredByReaders() {
        try (HubStore store = open()) {
            save(store, "oai:a:1");
            now = LATER;
            assertThatThrownBy(() -> save(store, "oai:a:2")).isInstanceOf(StoreException.class)
                    .hasMessageContaining("2040-01-01T00:00:00Z").hasMessageContaining("Set the clock right")
                    .hasMessageContaining("doctor");
            assertThat(settled(store)).isEqualTo(NOW);
            now = NOW.plusSeconds(60);
            save(store, "oai:a:2");
            assertThat(stamp(store, "oai:a:2")).isEqualTo(now);
        }
        now = LATER;
        try (HubStore store = open()) {
            assertThatThrownBy(() -> save(store, "oai:a:3")).isInstanceOf(StoreException.class);
            assertThat(store.get("books", MetadataPrefix.OAI_DC, "oai:a:1")).isPresent();
        }
    }

    @Test
    void dataDirectoryUnusedForMonths_isWrittenAgain() {
        try (HubStore store = open()) {
            save(store, "oai:a:1");
        }
        now = NOW.plus(Duration.ofDays(300));
        try (HubStore store = open()) {
            save(store, "oai:a:2");
            assertThat(stamp(store, "oai:a:2")).isEqualTo(now);
        }
    }

    @Test
    void damagedTimestampFile_isRefusedWithTheRemedy() throws Exception {
        try (HubStore store = open()) {
            save(store, "oai:a:1");
            assertThat(settled(store)).isEqualTo(NOW);
        }
        Path file = dataDir.resolve("open-stamp");
        byte[] good = Files.readAllBytes(file);
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            byte[] damaged = good.clone();
            if (round < 100) {
                byte[] sixteen = new byte[16];
                random.nextBytes(sixteen);
                System.arraycopy(sixteen, 0, damaged, round % (good.length - 15), 16);
            } else {
                damaged[16 + round % 8] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(file, damaged);
            assertThat(TimestampFile.isWell(dataDir)).as("round " + round).isFalse();
            assertThatThrownBy(this::open).as("round " + round).isInstanceOf(StoreException.class)
                    .hasMessageContaining("open-stamp").hasMessageContaining("sheaf doctor --fix");
        }
        Files.write(file, good);
        assertThat(TimestampFile.isWell(dataDir)).isTrue();
        try (HubStore store = open()) {
            assertThat(settled(store)).isEqualTo(NOW);
        }
    }

    @Test
    void timestampFileDamagedWhileOpen_failsInsteadOfGivingADatestamp() throws Exception {
        try (HubStore store = open()) {
            save(store, "oai:a:1");
            byte[] noise = new byte[24];
            new Random(3).nextBytes(noise);
            try (var channel = FileChannel.open(dataDir.resolve("open-stamp"),
                    StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(noise));
            }
            assertThatThrownBy(() -> save(store, "oai:a:2")).isInstanceOf(StoreException.class)
                    .hasMessageContaining("doctor --fix");
            assertThatThrownBy(() -> settled(store)).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void timestampFileOfAnotherSize_isRefused_andAnEmptyOneIsInitialised() throws Exception {
        try (HubStore store = open()) {
            save(store, "oai:a:1");
        }
        for (int size : new int[]{8, 16, 23, 25, 4_096}) {
            Files.write(dataDir.resolve("open-stamp"), new byte[size]);
            assertThat(TimestampFile.isWell(dataDir)).as("size " + size).isFalse();
            assertThatThrownBy(this::open).as("size " + size).isInstanceOf(StoreException.class)
                    .hasMessageContaining("sheaf doctor --fix");
        }
        Files.write(dataDir.resolve("open-stamp"), new byte[0]);
        assertThat(TimestampFile.isWell(dataDir)).isTrue();
        now = NOW.minusSeconds(500);
        try (HubStore store = open()) {
            assertThat(settled(store)).isEqualTo(NOW);
        }
        assertThat(Files.size(dataDir.resolve("open-stamp"))).isEqualTo(24);
    }
}
