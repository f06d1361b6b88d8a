package dev.sheaf.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.xml.RecordHash;
import dev.sheaf.store.StoreRepair;
import dev.sheaf.store.Uptime;
import dev.sheaf.store.sql.ClockWitness;
import dev.sheaf.store.sql.DamagedRecordException;
import dev.sheaf.store.sql.DamagedRecords;
import dev.sheaf.store.sql.Dictionaries;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadConnection;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.SqlFailure;
import dev.sheaf.store.sql.TimestampFile;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.records.Appearance;
import dev.sheaf.store.sql.records.RecordReader;

/** {@link StoreRepair} of an SQLite file. */
public final class SqliteStoreRepair implements StoreRepair {

    private static final int PORTION = 500;
    private static final String COUNT_LISTS = """
            insert into stat (scope, prefix, live, deleted, min_ds)
            select scope, prefix, sum(live), sum(count) - sum(live), min(ds) from list_block group by scope, prefix""";
    private static final String ROWS = "select " + RecordReader.HEADER_COLUMNS + ", " + RecordReader.CONTENT_COLUMNS
            + ", i.hash from rec r join item i on i.seq = r.seq where r.seq > ? and r.source > 0 order by r.seq limit ?";
    private static final String SPOIL = "update item set hash = ? where seq = ?";
    /**
     * Statement that restores the identifier of a record with a damaged one. The item's identifier is right, because its place in the index
     * depends on it.
     */
    private static final String RENAME = """
            update rec set identifier = (select i.identifier from item i where i.seq = rec.seq) where exists
            (select 1 from item i where i.seq = rec.seq and i.source = rec.source and i.prefix = rec.prefix and i.identifier <> rec.identifier)""";
    private static final int DATED_AT_ONCE = 20_000;

    private final Path dataDir;
    private final ClockWitness witness;
    private final SqlConnection sql;

    /**
     * Opens a writing connection.
     *
     * @param uptime uptime of this machine
     * @throws StoreException if the database cannot be opened, or is lost
     */
    public SqliteStoreRepair(Path dataDir, Uptime uptime) {
        this.dataDir = dataDir;
        this.witness = new ClockWitness(dataDir, uptime);
        SqliteDatabase database = new SqliteDatabase(dataDir, SqlConnection.WriteFault.NONE);
        try {
            // By a reader, because opening for writing changes even the file of another program.
            try (SqlConnection reading = database.reader()) {
                database.refuseLost(reading, "repair the store");
            }
            this.sql = database.writer();
        } catch (SQLException e) {
            throw SqlFailure.of("repair the store", dataDir, SqliteDialect.INSTANCE, e);
        }
    }

    private interface Work {
        long run() throws SQLException;
    }

    private long change(Work work) {
        try {
            sql.beginWriting();
            boolean committed = false;
            try {
                long result = work.run();
                sql.commit();
                committed = true;
                return result;
            } finally {
                if (!committed) {
                    sql.rollback();
                }
            }
        } catch (SQLException e) {
            throw SqlFailure.of("repair the store", dataDir, SqliteDialect.INSTANCE, e);
        }
    }

    @Override
    public void counters() {
        change(() -> {
            sql.update("delete from stat");
            sql.update(COUNT_LISTS);
            sql.update("delete from source_count");
            return sql.update("insert into source_count (source, live, deleted) " + SqliteStoreCheck.ITEM_COUNTS);
        });
    }

    @Override
    public long identifiers() {
        return change(() -> sql.update(RENAME));
    }

    @Override
    public long markDamaged() {
        return change(() -> {
            ReadConnection reading = new ReadConnection(sql, new Dictionaries(), new Names(), new DamagedRecords());
            long marked = 0;
            long[] reached = new long[1];
            while (true) {
                List<Long> damaged = sql.all(ROWS, row -> {
                    reached[0] = row.getLong(9);
                    return isDamaged(reading, row) ? reached[0] : 0L;
                }, reached[0], PORTION);
                if (damaged.isEmpty()) {
                    return marked;
                }
                for (long seq : damaged) {
                    if (seq > 0) {
                        marked += sql.update(SPOIL, new byte[0], seq);
                    }
                }
            }
        });
    }

    private static boolean isDamaged(ReadConnection reading, ResultSet row) throws SQLException {
        try {
            return !Arrays.equals(row.getBytes(13),
                    RecordHash.of(RecordReader.of(reading).record(row, 1, Appearance.RECEIVED, null, false)));
        } catch (DamagedRecordException | IllegalArgumentException _) {
            return true;
        }
    }

    @Override
    public long stamps(Instant now) {
        long second = now.getEpochSecond();
        long dated = 0;
        // In the order of the sequence numbers, so that datestamps grow with them at every moment.
        List<Long> future = future(second);
        while (!future.isEmpty()) {
            long first = future.getFirst();
            long last = future.getLast();
            dated += change(
                    () -> sql.update("update rec set ds = ? where seq between ? and ? and ds > ?", second, first, last, second));
            future = future(second);
        }
        for (ListKey list : lists()) {
            change(() -> sql.update("update list_block set ds = ? where scope = ? and prefix = ? and ds > ?", second,
                    list.scope(),
                    list.prefix(), second));
        }
        for (String table : List.of("version", "former")) {
            long changed = 1;
            while (changed > 0) {
                changed = change(() -> sql.update("update " + table + " set ds = ? where seq in (select seq from " + table
                        + " where ds > ? limit ?)", second, second, DATED_AT_ONCE));
            }
        }
        change(() -> {
            sql.update("update stat set min_ds = ? where min_ds > ?", second, second);
            sql.update("update inferred_deletion set ds = ? where ds > ?", second, second);
            sql.update("update undo set ds = ? where ds > ?", second, second);
            sql.update("update derivation_walk set ds = ? where ds > ?", second, second);
            sql.update("update subscription set ds = ? where ds > ?", second, second);
            sql.update("update push_state set since = ? where since > ?", second, second);
            // The last step: before it, the next repair begins again.
            return sql.update("update meta set v = ? where k = 'last_ds' and cast(v as bigint) > ?", second, second);
        });
        timestampFile(now);
        return dated;
    }

    private List<Long> future(long second) {
        return read(() -> sql.all("select seq from rec where ds > ? order by seq limit ?", row -> row.getLong(1), second,
                DATED_AT_ONCE));
    }

    private record ListKey(int scope, int prefix) {}

    private List<ListKey> lists() {
        return read(() -> sql.all("select scope, prefix from stat", row -> new ListKey(row.getInt(1), row.getInt(2))));
    }

    private interface Reading<T> {
        T run() throws SQLException;
    }

    private <T> T read(Reading<T> reading) {
        try {
            return reading.run();
        } catch (SQLException e) {
            throw SqlFailure.of("repair the store", dataDir, SqliteDialect.INSTANCE, e);
        }
    }

    @Override
    public void timestampFile(Instant now) {
        try {
            Files.deleteIfExists(dataDir.resolve(TimestampFile.FILE));
            TimestampFile.in(dataDir).raiseHighWaterMark(Math.max(now.getEpochSecond(), Transaction.lastStamp(sql)));
            witness.write(now);
        } catch (IOException e) {
            throw new StoreException("Cannot write " + dataDir.resolve(TimestampFile.FILE) + " (" + e.getMessage()
                    + "): check the permissions of the data directory", e);
        } catch (SQLException e) {
            throw SqlFailure.of("repair the store", dataDir, SqliteDialect.INSTANCE, e);
        }
    }

    @Override
    public void close() {
        try {
            sql.close();
        } catch (SQLException e) {
            throw SqlFailure.of("repair the store", dataDir, SqliteDialect.INSTANCE, e);
        }
    }
}
