package dev.sheaf.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.xml.RecordHash;
import dev.sheaf.store.StoreCheck;
import dev.sheaf.store.Uptime;
import dev.sheaf.store.sql.ClockWitness;
import dev.sheaf.store.sql.DamagedRecordException;
import dev.sheaf.store.sql.DamagedRecords;
import dev.sheaf.store.sql.Dictionaries;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadConnection;
import dev.sheaf.store.sql.Schema;
import dev.sheaf.store.sql.SecretBox;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.SqlFailure;
import dev.sheaf.store.sql.TimestampFile;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.lists.ListBlock;
import dev.sheaf.store.sql.records.Appearance;
import dev.sheaf.store.sql.records.RecordReader;
import dev.sheaf.store.sql.runs.RunTable;
import dev.sheaf.store.sql.saving.SqlHistory;
import dev.sheaf.store.sql.sources.LockedSourceLease;
import dev.sheaf.store.sql.sources.SourceTable;

/** {@link StoreCheck} of an SQLite file. It opens no store, only a reading connection. */
public final class SqliteStoreCheck implements StoreCheck {

    /** Largest number of examples; all damage is counted. */
    private static final int EXAMPLES = 5;
    private static final int PORTION = 500;
    private static final String ROWS = "select " + RecordReader.HEADER_COLUMNS + ", " + RecordReader.CONTENT_COLUMNS
            + ", i.seq, i.hash from rec r left join item i on i.identifier = r.identifier and i.prefix = r.prefix and i.source = r.source"
            + " where r.seq > ? and r.source > 0 order by r.seq limit ?";
    private static final String VERSIONS = "select " + RecordReader.HEADER_COLUMNS + ", " + RecordReader.CONTENT_COLUMNS
            + ", r.hash, i.seq from version r left join item i on i.identifier = r.identifier and i.prefix = r.prefix and i.source = r.source"
            + " where r.seq > ? and r.source > 0 order by r.seq limit ?";
    private static final String LOST = """
            select i.identifier, i.source from item i left join rec r on r.seq = i.seq
            where r.seq is null or r.identifier <> i.identifier or r.source <> i.source or r.prefix <> i.prefix""";
    static final String WRONG_LISTS = """
            select count(*) from (select scope, prefix, sum(live) live, sum(count) - sum(live) deleted from list_block group by scope, prefix) l
            full join stat s on s.scope = l.scope and s.prefix = l.prefix
            where coalesce(l.live, 0) <> coalesce(s.live, 0) or coalesce(l.deleted, 0) <> coalesce(s.deleted, 0)""";
    static final String ITEM_COUNTS = """
            select source, sum(live) live, sum(1 - live) deleted from
            (select source, identifier, max(1 - (flags & 1)) live from item where source > 0 group by source, identifier) group by source""";
    static final String WRONG_ITEM_COUNTS = "select count(*) from (" + ITEM_COUNTS + """
            ) i full join source_count c on c.source = i.source
            where coalesce(i.live, 0) <> coalesce(c.live, 0) or coalesce(i.deleted, 0) <> coalesce(c.deleted, 0)""";
    private final Path dataDir;
    private final ClockWitness witness;
    private final SqliteDatabase database;
    private final SqlConnection sql;
    private final ReadConnection connection;

    /**
     * Opens a reading connection.
     *
     * @param dataDir contains a store
     * @param uptime uptime of this machine
     * @throws StoreException if the database cannot be opened
     */
    public SqliteStoreCheck(Path dataDir, Uptime uptime) {
        this.dataDir = dataDir;
        this.witness = new ClockWitness(dataDir, uptime);
        try {
            this.database = new SqliteDatabase(dataDir, SqlConnection.WriteFault.NONE, !Files.isWritable(dataDir));
            this.sql = database.reader();
        } catch (SQLException e) {
            throw SqlFailure.of("examine the store", dataDir, SqliteDialect.INSTANCE, e);
        }
        this.connection = new ReadConnection(sql, new Dictionaries(), new Names(), new DamagedRecords());
    }

    private interface Examination<T> {
        T of() throws SQLException;
    }

    private <T> T examine(Examination<T> examination) {
        try {
            return examination.of();
        } catch (SQLException e) {
            throw SqlFailure.of("examine the store", dataDir, SqliteDialect.INSTANCE, e);
        }
    }

    @Override
    public Optional<String> refusal() {
        return examine(() -> {
            database.refuseLost(sql, "examine the store");
            return Schema.refusal(Schema.version(sql), "data directory " + dataDir);
        });
    }

    @Override
    public List<String> structure() {
        return examine(() -> {
            if (!Schema.isCurrent(sql)) {
                return List.of("it has no tables");
            }
            List<String> faults = sql.all("pragma integrity_check(" + EXAMPLES + ")", row -> row.getString(1));
            return faults.equals(List.of("ok")) ? List.of() : faults;
        });
    }

    @Override
    public long recordCount() {
        return examine(() -> sql.one("select count(*) from rec where source > 0", row -> row.getLong(1)).orElse(0L));
    }

    @Override
    public Damage records() {
        return examine(() -> {
            List<String> examples = new ArrayList<>();
            long[] count = new long[1];
            long reached = 0;
            while (true) {
                List<Long> seqs = sql.all(ROWS, row -> {
                    String fault = fault(row);
                    if (fault != null && count[0]++ < EXAMPLES) {
                        examples.add(name(row.getInt(1), row.getString(4)) + ": " + fault);
                    }
                    return row.getLong(9);
                }, reached, PORTION);
                if (seqs.isEmpty()) {
                    break;
                }
                reached = seqs.getLast();
            }
            for (String lost : sql.all(LOST, row -> name(row.getInt(2), row.getString(1)))) {
                if (count[0]++ < EXAMPLES) {
                    examples.add(lost + ": its record is missing");
                }
            }
            return new Damage(count[0], examples);
        });
    }

    @Override
    public long versionCount() {
        return examine(() -> sql.one("select count(*) from version where source > 0", row -> row.getLong(1)).orElse(0L));
    }

    @Override
    public Damage versions() {
        return examine(() -> {
            List<String> examples = new ArrayList<>();
            long[] count = new long[1];
            long reached = 0;
            while (true) {
                List<Long> seqs = sql.all(VERSIONS, row -> {
                    String fault = faultOfVersion(row);
                    if (fault != null && count[0]++ < EXAMPLES) {
                        examples.add(name(row.getInt(1), row.getString(4)) + ": " + fault);
                    }
                    return row.getLong(9);
                }, reached, PORTION);
                if (seqs.isEmpty()) {
                    return new Damage(count[0], examples);
                }
                reached = seqs.getLast();
            }
        });
    }

    private @Nullable String faultOfVersion(ResultSet row) throws SQLException {
        row.getLong(14);
        if (row.wasNull()) {
            return "no record has this version";
        }
        try {
            SqlHistory.checkHash(RecordReader.of(connection).record(row, 1, Appearance.RECEIVED, null, false), "",
                    row.getBytes(13));
            return null;
        } catch (DamagedRecordException damage) {
            return "its content cannot be read or does not match its hash";
        }
    }

    private @Nullable String fault(ResultSet row) throws SQLException {
        long seq = row.getLong(13);
        if (row.wasNull() || seq != row.getLong(9)) {
            return "no item has this record";
        }
        try {
            byte[] hash = row.getBytes(14);
            if (hash.length == 0) {
                return "damaged; the next full harvest replaces it";
            }
            return Arrays.equals(hash,
                    RecordHash.of(RecordReader.of(connection).record(row, 1, Appearance.RECEIVED, null, false)))
                            ? null
                            : "its content does not match its hash";
        } catch (DamagedRecordException | IllegalArgumentException damage) {
            return "its content cannot be read";
        }
    }

    private String name(int source, String identifier) throws SQLException {
        return sql.one("select name from source_name where num = ?", row -> row.getString(1), source).orElse("source " + source)
                + " " + identifier;
    }

    @Override
    public Damage lists() {
        return examine(() -> {
            List<String> examples = new ArrayList<>();
            long[] count = new long[1];
            sql.all("select scope, prefix, upto, count, live, entries from list_block", row -> {
                String fault = fault(ListBlock.unpack(row.getLong(3), row.getBytes(6)), row.getInt(4), row.getInt(5));
                if (fault != null && count[0]++ < EXAMPLES) {
                    examples.add("list " + row.getInt(1) + ", format " + row.getInt(2) + ": " + fault);
                }
                return true;
            });
            return new Damage(count[0], examples);
        });
    }

    private @Nullable String fault(ListBlock block, int count, int live) throws SQLException {
        if (block.count() != count || block.live() != live) {
            return "its entries are damaged";
        }
        for (int i = 0; i < count; i++) {
            long seq = ListBlock.seq(block.get(i));
            if (seq > block.upto() || i > 0 && seq <= ListBlock.seq(block.get(i - 1))
                    || sql.one("select 1 from rec where seq = ?", _ -> true, seq).isEmpty()) {
                return "its entry " + seq + " names no record";
            }
        }
        return null;
    }

    @Override
    public long wrongCounters() {
        return examine(() -> sql.one(WRONG_LISTS, row -> row.getLong(1)).orElse(0L)
                + sql.one(WRONG_ITEM_COUNTS, row -> row.getLong(1)).orElse(0L));
    }

    @Override
    public Stamps stamps(Instant now) {
        long second = now.getEpochSecond();
        return examine(() -> new Stamps(Transaction.lastStamp(sql),
                sql.one("select max(ds) from rec where ds <= ?", row -> row.getLong(1), second).orElse(0L),
                sql.one("select min(ds) from rec where ds > ?", row -> row.getLong(1), second).orElse(0L),
                sql.one("select max(ds) from rec where ds > ?", row -> row.getLong(1), second).orElse(0L),
                sql.one("select count(*) from rec where ds > ?", row -> row.getLong(1), second).orElse(0L)));
    }

    @Override
    public Optional<Instant> expectedTime() {
        return witness.expected();
    }

    @Override
    public Optional<Long> highWaterMark() {
        try {
            return Files.exists(dataDir.resolve(TimestampFile.FILE)) && TimestampFile.isWell(dataDir)
                    ? Optional.of(TimestampFile.in(dataDir).highWaterMark())
                    : Optional.empty();
        } catch (IOException | StoreException _) {
            return Optional.empty();
        }
    }

    @Override
    public boolean isTimestampFileIntact() {
        try {
            return TimestampFile.isWell(dataDir);
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public Secrets secrets() {
        return examine(() -> {
            SecretBox box = new SecretBox(dataDir);
            List<String> examples = new ArrayList<>();
            long[] counts = new long[2];
            for (SealedSecrets.Table table : SealedSecrets.TABLES) {
                sql.all(table.query(), row -> {
                    counts[0]++;
                    try {
                        box.open(row.getBytes(2), table.owner(row.getLong(1)));
                    } catch (StoreException failure) {
                        if (counts[1]++ == 0) {
                            examples.add(String.valueOf(failure.getMessage()));
                        }
                    }
                    return true;
                });
            }
            return new Secrets(counts[0], new Damage(counts[1], examples));
        });
    }

    @Override
    public Runs runs() {
        return examine(() -> {
            List<String> running = new ArrayList<>();
            List<String> cutOff = new ArrayList<>();
            for (String id : SourceTable.ids(sql)) {
                int number = SourceTable.number(sql, id);
                if (LockedSourceLease.isHeld(dataDir, id)) {
                    running.add(id);
                } else if (RunTable.underWay(sql, number).isPresent()) {
                    cutOff.add(id);
                }
            }
            return new Runs(running, cutOff);
        });
    }

    @Override
    public long changesAfter(MetadataPrefix prefix, long seq) {
        return examine(() -> sql
                .one("""
                        select count(*) from rec r join prefix_name n on n.num = r.prefix where n.name = ? and r.seq > ? and r.source > 0""",
                        row -> row.getLong(1), prefix.value(), seq)
                .orElse(0L));
    }

    @Override
    public long lastSeq() {
        return examine(() -> Transaction.lastSeq(sql));
    }

    @Override
    public long liveRecords(MetadataPrefix prefix) {
        return examine(() -> sql.one("""
                select count(*) from rec r join prefix_name n on n.num = r.prefix
                where n.name = ? and r.source > 0 and r.flags & 1 = 0""", row -> row.getLong(1), prefix.value()).orElse(0L));
    }

    @Override
    public void close() {
        connection.close();
    }
}
