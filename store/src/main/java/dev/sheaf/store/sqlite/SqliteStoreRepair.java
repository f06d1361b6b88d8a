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
    private final Path dataDir;
    private final SqlConnection sql;

    /**
     * Opens a writing connection.
     *
     * @throws StoreException if the database cannot be opened
     */
    public SqliteStoreRepair(Path dataDir) {
        this.dataDir = dataDir;
        try {
            this.sql = new SqliteDatabase(dataDir, SqlConnection.WriteFault.NONE).writer();
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
        long dated = change(() -> {
            long changed = sql.update("update rec set ds = ? where ds > ?", second, second);
            sql.update("update list_block set ds = ? where ds > ?", second, second);
            sql.update("update stat set min_ds = ? where min_ds > ?", second, second);
            sql.update("update version set ds = ? where ds > ?", second, second);
            sql.update("update former set ds = ? where ds > ?", second, second);
            sql.update("update undo set ds = ? where ds > ?", second, second);
            sql.update("update derivation_walk set ds = ? where ds > ?", second, second);
            sql.update("update subscription set ds = ? where ds > ?", second, second);
            sql.update("update push_state set since = ? where since > ?", second, second);
            sql.update("update meta set v = ? where k = 'last_ds' and cast(v as bigint) > ?", second, second);
            return changed;
        });
        timestampFile(now);
        return dated;
    }

    @Override
    public void timestampFile(Instant now) {
        try {
            Files.deleteIfExists(dataDir.resolve(TimestampFile.FILE));
            TimestampFile.in(dataDir).raiseHighWaterMark(Math.max(now.getEpochSecond(), Transaction.lastStamp(sql)));
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
