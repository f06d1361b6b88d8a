package dev.sheaf.store.sqlite;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.StoreCheck;
import dev.sheaf.store.Uptime;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.records.RecordVersion;
import dev.sheaf.store.sources.SourceCare;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HistoryTest {

    private static final MetadataPrefix DC = MetadataPrefix.OAI_DC;
    private static final String ONE = SampleRecords.identifier(1);

    @TempDir
    private Path data;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    @SuppressWarnings("NullAway.Init")
    private HubStore store;

    @BeforeEach
    void open() {
        openStore();
        store.put(Source.harvested("a", "https://a.example.org/oai"));
        store.monitoring().put("a", new SourceCare(false, null, null, true));
    }

    private void openStore() {
        store = HubStores.open(data, new HubIdentity("Hub", "a@example.org", "hub.example.org"), clock);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void harvest(OaiRecord... records) {
        clock.advance(Duration.ofHours(1));
        long run = store.begin("a", clock.instant());
        store.save(new Batch("a", run, List.of(new Batch.Part(MetadataFormat.OAI_DC, List.of(records), false)), List.of(),
                Datestamp.ofSecond(clock.instant()), null));
        store.end(run, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1), clock.instant());
    }

    private static OaiRecord version(String title) {
        return SampleRecords.live(1, title, Datestamp.parse("2024-01-01"));
    }

    private List<RecordVersion> versions() {
        return store.history().versions("a", DC, ONE, 100);
    }

    private String title(int number) {
        return Objects.requireNonNull(
                store.history().version("a", DC, ONE, number).orElseThrow().record().metadata()).toString();
    }

    @Test
    void everyVersion_isStoredWithItsTime() {
        harvest(version("First"));
        harvest(version("First"));
        harvest(version("Second"));
        harvest(SampleRecords.deleted(1, Datestamp.parse("2024-01-02")));
        harvest(version("Third"));
        assertThat(versions()).extracting(RecordVersion::number).containsExactly(4, 3, 2, 1);
        assertThat(versions()).extracting(RecordVersion::deleted).containsExactly(false, true, false, false);
        assertThat(versions()).extracting(RecordVersion::present).containsExactly(true, false, false, false);
        assertThat(versions()).extracting(RecordVersion::harvested).containsExactly(Instant.parse("2025-03-01T17:00:00Z"),
                Instant.parse("2025-03-01T16:00:00Z"), Instant.parse("2025-03-01T15:00:00Z"),
                Instant.parse("2025-03-01T13:00:00Z"));
        assertThat(title(1)).contains("First");
        assertThat(title(2)).contains("Second");
        assertThat(store.history().version("a", DC, ONE, 3).orElseThrow().record().deleted()).isTrue();
        assertThat(store.history().version("a", DC, ONE, 4)).as("the present one").isEmpty();
        assertThat(store.history().version("a", DC, ONE, 0)).isEmpty();
        assertThat(store.history().versions("a", DC, ONE, 2)).extracting(RecordVersion::number).containsExactly(4, 3);
        assertThat(store.history().versions("a", DC, "oai:example.org:none", 9)).isEmpty();
    }

    @Test
    void sourceWithoutHistorySetting_storesNoVersions() {
        harvest(version("First"));
        harvest(version("Second"));
        store.monitoring().put("a", new SourceCare(false, null, null, false));
        harvest(version("Third"));
        assertThat(versions()).extracting(RecordVersion::number).containsExactly(2, 1);
        assertThat(title(1)).contains("First");
        assertThat(store.monitoring().of("a").history()).isFalse();
    }

    @Test
    void recordThatOnlyMovesInItsLists_getsNoNewVersion() {
        harvest(version("First"));
        store.put(Source.harvested("b", "https://b.example.org/oai"));
        store.save(new Batch("b", 1, MetadataFormat.OAI_DC,
                List.of(SampleRecords.live(1, "Newer", Datestamp.parse("2024-06-01")))));
        assertThat(versions()).hasSize(1);
    }

    @Test
    void versionsUndoneByARollback_stayInTheHistory() {
        harvest(version("First"));
        harvest(version("Spoilt"), SampleRecords.live(2));
        store.rollback().undo("a", clock.instant(), _ -> {}, () -> false);
        assertThat(versions()).extracting(RecordVersion::number).containsExactly(3, 2, 1);
        assertThat(versions()).extracting(RecordVersion::undone).containsExactly(false, true, false);
        assertThat(title(2)).contains("Spoilt");
        assertThat(store.get("a", DC, ONE).orElseThrow().record().metadata()).hasToString(title(1));
        assertThat(store.history().versions("a", DC, SampleRecords.identifier(2), 9)).extracting(RecordVersion::undone)
                .containsExactly(false, true);
    }

    @Test
    void removedSource_losesItsHistoryUnlessRecordsAreKept() {
        harvest(version("First"));
        harvest(version("Second"));
        store.remove("a", true);
        assertThat(versions()).hasSize(2);
        store.put(Source.harvested("a", "https://a.example.org/oai"));
        assertThat(store.monitoring().of("a").history()).isFalse();
        store.remove("a", false);
        assertThat(versions()).extracting(RecordVersion::present).containsExactly(true);
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("sheaf.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Changes one byte of the content of the first former version in the file. */
    private void damageFile() throws Exception {
        store.close();
        byte[] payload;
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("sheaf.db"));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select payload from version order by seq limit 1")) {
            assertThat(row.next()).isTrue();
            payload = row.getBytes(1);
        }
        String bytes = new String(payload, StandardCharsets.ISO_8859_1);
        String file = Files.readString(data.resolve("sheaf.db"), StandardCharsets.ISO_8859_1);
        assertThat(file).contains(bytes);
        char[] changed = bytes.toCharArray();
        changed[changed.length / 2] = (char) (changed[changed.length / 2] ^ 1);
        // Also where the record stood before: that place is free by now.
        Files.writeString(data.resolve("sheaf.db"), file.replace(bytes, new String(changed)), StandardCharsets.ISO_8859_1);
        openStore();
    }

    private StoreCheck.Damage examined() {
        try (StoreCheck check = new SqliteStoreCheck(data, Uptime.UNKNOWN)) {
            assertThat(check.structure()).isEmpty();
            assertThat(check.records().count()).isZero();
            return check.versions();
        }
    }

    @Test
    void formerVersionWithAChangedByte_isNotShown_andReportedAsDamaged() throws Exception {
        harvest(version("First"));
        harvest(version("Second"));
        assertThat(examined().count()).isZero();
        damageFile();
        assertThat(versions()).hasSize(2);
        assertThat(store.history().version("a", DC, ONE, 1)).isEmpty();
        assertThat(examined().examples()).singleElement().asString().contains(ONE, "hash");
        assertThat(store.get("a", DC, ONE)).isPresent();
    }

    @Test
    void formerVersionWithChangedSets_isReportedAsDamaged() throws Exception {
        harvest(SampleRecords.live(1, "First", Datestamp.parse("2024-01-01"), "x"), SampleRecords.live(2, "y"));
        harvest(version("Second"));
        sql("update version set sets = (select sets from rec where identifier = '" + SampleRecords.identifier(2) + "')");
        assertThat(store.history().version("a", DC, ONE, 1)).isEmpty();
        assertThat(examined().count()).isOne();
    }

    @Test
    void formerVersionWithTheContentOfAnother_isReportedAsDamaged() throws Exception {
        harvest(version("First"));
        harvest(version("Second"));
        harvest(version("Third"));
        sql("update version set payload = (select payload from version order by seq desc limit 1)");
        assertThat(store.history().version("a", DC, ONE, 1)).isEmpty();
        assertThat(title(2)).contains("Second");
        assertThat(examined().count()).isOne();
    }

    @Test
    void formerVersionWithoutAHash_cannotBeStored_andOneWithAnEmptyHashIsNotShown() throws Exception {
        harvest(version("First"));
        harvest(version("Second"));
        assertThatThrownBy(() -> sql("update version set hash = null")).isInstanceOf(SQLException.class)
                .hasMessageContaining("NOT NULL");
        sql("update version set hash = x''");
        assertThat(store.history().version("a", DC, ONE, 1)).isEmpty();
        assertThat(examined().count()).isOne();
    }
}
