package dev.sheaf.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.StoreCheck;
import dev.sheaf.store.Uptime;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.sources.HostPermits;
import dev.sheaf.store.sources.SourceLease;
import dev.sheaf.store.sql.OwnerOnly;
import dev.sheaf.store.sql.Schema;
import dev.sheaf.store.sql.hub.SqlHubStore;
import dev.sheaf.store.sql.sources.LockedHostPermits;
import dev.sheaf.store.sql.sources.LockedSourceLease;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Content of a data directory, and messages about one that cannot be used. */
class DataDirectoryTest {

    @TempDir
    private Path dataDir = Path.of("");

    @Test
    void pathThatIsNoDirectory_isReportedWithItsName() throws IOException {
        Path file = Files.createFile(dataDir.resolve("file"));
        assertThatThrownBy(() -> open(file)).isInstanceOf(StoreException.class).hasMessageContaining(file.toString())
                .hasMessageContaining("choose another data directory");
        assertThatThrownBy(() -> open(file.resolve("below"))).isInstanceOf(StoreException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void closedStore_hasNoWriteAheadLog() {
        try (HubStore store = open(dataDir)) {
            store.put(Source.imported("local", null));
            assertThat(store.sources()).hasSize(1);
        }
        assertThat(dataDir.resolve(SqliteDatabase.FILE + "-wal")).doesNotExist();
    }

    @Test
    void fileThatIsNoStore_isReportedWithItsName() throws IOException {
        Files.writeString(dataDir.resolve(SqliteDatabase.FILE),
                "this is not a database, but it is long enough to be looked at ".repeat(50));
        assertThatThrownBy(() -> open(dataDir)).isInstanceOf(StoreException.class).hasMessageContaining(dataDir.toString())
                .hasMessageContaining("damaged or not a store");
    }

    @Test
    void storeOfANewerProgram_isNotChanged() throws SQLException {
        open(dataDir).close();
        execute("pragma user_version = 999");
        assertThatThrownBy(() -> open(dataDir)).isInstanceOf(StoreException.class).hasMessageContaining("newer version of Sheaf")
                .hasMessageContaining(dataDir.toString());
        assertThat(number("pragma user_version")).isEqualTo(999);
    }

    /** Lower versions belong to programs before the first release; commit 8093a8e made version 20. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20, 31, 99, 100})
    void storeOfAnUnreleasedProgram_isRefusedWithTheWayToExportAndImport(int version) throws SQLException, IOException {
        try (HubStore store = open(dataDir)) {
            store.put(Source.imported("local", null));
        }
        execute("pragma user_version = " + version);
        Path before = Files.copy(dataDir.resolve(SqliteDatabase.FILE), dataDir.resolve("before.db"));
        HubIdentity identity = new HubIdentity("Hub", "admin@example.org", "hub.example.org");
        Path copy = dataDir.resolve("copy.db");

        List<ThrowingCallable> attempts = List.of(() -> open(dataDir).close(),
                () -> SqlHubStore.open(SqliteDatabase.readOnly(dataDir), identity, InstantSource.system()).close(),
                () -> SqliteCopies.write(dataDir, copy), () -> SqliteCopies.check(dataDir.resolve(SqliteDatabase.FILE)));

        for (ThrowingCallable attempt : attempts) {
            assertThatThrownBy(attempt).isInstanceOf(StoreException.class).hasMessageContaining(dataDir.toString())
                    .hasMessageContaining("its store has version " + version)
                    .hasMessageContaining("sheaf export --source ID --format jsonl -o ID.jsonl")
                    .hasMessageContaining("sheaf import ID ID.jsonl");
        }
        try (StoreCheck check = new SqliteStoreCheck(dataDir, Uptime.UNKNOWN)) {
            assertThat(check.refusal()).hasValueSatisfying(reason -> assertThat(reason).contains("sheaf export"));
        }
        assertThat(copy).doesNotExist();
        assertThat(Files.mismatch(dataDir.resolve(SqliteDatabase.FILE), before)).isEqualTo(-1);
    }

    @Test
    void newStore_hasTheTablesOfTheSchemaFile() throws SQLException {
        open(dataDir).close();
        assertThat(number("pragma user_version")).isEqualTo(Schema.VERSION);
        assertThat(number("select count(*) from sqlite_schema where sql is not null and name not like 'sqlite_%'"))
                .isEqualTo(
                        Schema.statements(SqliteDialect.INSTANCE).stream().filter(statement -> statement.startsWith("create"))
                                .count());
        assertThat(number("select count(*) from aggregate where id = 'oai'")).isOne();
    }

    @Test
    void identifierDomainAndTokenSecret_areFixedWhenTheStoreIsCreated() {
        byte[] secret;
        try (HubStore store = open(dataDir)) {
            assertThat(store.identifierDomain().current()).isEqualTo("hub.example.org");
            secret = store.tokenSecret();
            assertThat(secret).hasSize(32);
            assertThat(dataDir.resolve(SqliteDatabase.FILE)).isRegularFile();
        }
        HubIdentity other = new HubIdentity("Other", "other@example.org", "other.example.org");
        try (HubStore store = HubStores.open(dataDir, other, InstantSource.system())) {
            assertThat(store.identifierDomain().current()).isEqualTo("hub.example.org");
            assertThat(store.tokenSecret()).isEqualTo(secret);
            assertThat(store.aggregate("x").describe().repositoryName()).isEqualTo("Other");
        }
    }

    @Test
    void compressionDictionary_isTrainedAfterEnoughRecordsOfAFormat() throws SQLException {
        try (HubStore store = open(dataDir)) {
            store.put(Source.imported("a", null));
            store.save(new Batch("a", 1, MetadataFormat.OAI_DC, SampleRecords.many(999)));
            assertThat(number("select count(*) from dict")).isZero();
            store.save(new Batch("a", 1, MetadataFormat.OAI_DC, SampleRecords.many(1_500)));
        }
        assertThat(number("select count(*) from dict")).isOne();
        assertThat(number("select count(*) from rec where dict > 0")).isEqualTo(501);
        assertThat(number("select count(*) from rec where dict > 0 and length(payload) > 100")).isZero();
    }

    @Test
    void deletedHeader_keepsDatestampAndSetsOfItsLastVersion() throws SQLException {
        try (HubStore store = open(dataDir)) {
            store.put(Source.imported("a", null));
            store.save(new Batch("a", 1, MetadataFormat.OAI_DC, java.util.List.of(SampleRecords.live(1, "s", "t"))));
            store.save(new Batch("a", 1, MetadataFormat.OAI_DC, java.util.List.of(
                    SampleRecords.deleted(1, Datestamp.parse("2025-01-01")))));
        }
        assertThat(number("select last_origin from rec")).isEqualTo(SampleRecords.FIRST.getEpochSecond() + 1);
        assertThat(number("select length(last_sets) from rec")).isEqualTo(2);
        assertThat(number("select count(*) from rec where payload is null and length(sets) = 0")).isOne();
    }

    @Test
    void equalInputInSeveralRuns_isQuarantinedOnce() {
        try (HubStore store = open(dataDir)) {
            store.put(Source.imported("a", null));
            byte[] large = new byte[Quarantined.MAX_RAW + 10];
            for (long run = 1; run <= 3; run++) {
                store.save(new Batch("a", run, java.util.List.of(),
                        List.of(new Quarantined("x", "odd", new byte[]{1, 2, 3}),
                                new Quarantined(null, "large", large)),
                        null, null));
            }
            assertThat(store.repairs().quarantined("a", 10)).hasSize(2).anySatisfy(quarantined -> {
                assertThat(quarantined.identifier()).isEqualTo("x");
                assertThat(quarantined.reason()).isEqualTo("odd");
                assertThat(quarantined.raw()).containsExactly(1, 2, 3);
            }).anySatisfy(quarantined -> assertThat(quarantined.raw()).hasSize(Quarantined.MAX_RAW));
            assertThat(store.repairs().quarantined("a", 1)).hasSize(1);
            assertThat(store.repairs().quarantined("unknown", 10)).isEmpty();
        }
    }

    private static HubStore open(Path directory) {
        return SqliteStores.open(directory, InstantSource.system(), () -> {});
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connection(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.getLong(1);
        }
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + dataDir.resolve(SqliteDatabase.FILE));
    }

    @Test
    void dataDirectory_isReadableByItsOwnerOnly() throws IOException {
        Path data = dataDir.resolve("new/data");
        try (HubStore store = open(data)) {
            store.put(Source.imported("local", null));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data))).isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve(SqliteDatabase.FILE))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void lockFiles_areReadableByTheirOwnerOnly() throws IOException {
        try (HubStore store = open(dataDir);
                HostPermits permits = LockedHostPermits.in(dataDir);
                SourceLease lease = LockedSourceLease.tryTake(dataDir, "local").orElseThrow()) {
            store.put(Source.imported("local", null));
            assertThat(permits).isNotNull();
            assertThat(lease).isNotNull();
            assertThat(OwnerOnly.restrict(dataDir)).isZero();
            assertThat(OwnerOnly.restrict(dataDir.resolve("leases"))).isZero();
        }
    }

    @Test
    void existingDirectory_losesTheRightsOfOthers() throws IOException {
        open(dataDir).close();
        Files.createDirectories(dataDir.resolve("index"));
        for (Path file : List.of(dataDir, dataDir.resolve("index"))) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.setPosixFilePermissions(dataDir.resolve(SqliteDatabase.FILE), PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(OwnerOnly.restrict(dataDir)).isEqualTo(3);

        assertThat(OwnerOnly.restrict(dataDir)).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dataDir))).isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dataDir.resolve(SqliteDatabase.FILE))))
                .isEqualTo("rw-------");
    }

    @Test
    void readOnlyDataDirectory_canBeRead() throws IOException {
        try (HubStore store = open(dataDir)) {
            store.put(Source.imported("local", null));
            store.save(new Batch("local", 1, MetadataFormat.OAI_DC, SampleRecords.many(3)));
        }
        try (Stream<Path> before = Files.list(dataDir)) {
            List<Path> files = before.toList();
            HubIdentity identity = new HubIdentity("Hub", "admin@example.org", "hub.example.org");
            try (HubStore store = SqlHubStore.open(SqliteDatabase.readOnly(dataDir), identity, InstantSource.system())) {
                assertThat(store.sources()).hasSize(1);
                assertThat(store.changes(MetadataPrefix.OAI_DC, 0, 10)).hasSize(3);
                assertThatThrownBy(() -> store.put(Source.imported("other", null))).isInstanceOf(StoreException.class)
                        .hasMessageContaining("Cannot write to the data directory");
            }
            assertThat(dataDir).isDirectoryNotContaining(file -> !files.contains(file));
        }
    }
}
