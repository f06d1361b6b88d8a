package dev.sheaf.store.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import dev.sheaf.core.store.StoreException;

/** A transaction that holds the database's write lock. Belongs to the writing thread. */
public final class Transaction {

    private static final String META = "select v from meta where k = ?";
    private static final String PUT = """
            insert into meta (k, v) values (?, ?), (?, ?) on conflict (k) do update set v = excluded.v""";
    private static final String LAST_DS = "last_ds";
    /** Key of the last sequence number in table {@code meta}. */
    public static final String LAST_SEQ = "last_seq";

    private final SqlConnection sql;
    private final TimestampFile timestampFile;
    private final StampClock clock;
    private final List<Runnable> onCommit = new ArrayList<>();
    private final List<Runnable> onRollback = new ArrayList<>();
    private long openTransaction;
    private long stamp;
    private long seq;

    Transaction(SqlConnection sql, TimestampFile timestampFile, StampClock clock) {
        this.sql = sql;
        this.timestampFile = timestampFile;
        this.clock = clock;
    }

    public SqlConnection sql() {
        return sql;
    }

    /** Returns the last sequence number that was assigned; 0 if there is none. */
    public static long lastSeq(SqlConnection sql) throws SQLException {
        return sql.one(META, row -> row.getLong(1), LAST_SEQ).orElse(0L);
    }

    /** Returns the last datestamp that was assigned, in seconds since 1970; 0 if there is none. */
    public static long lastStamp(SqlConnection sql) throws SQLException {
        return sql.one(META, row -> row.getLong(1), LAST_DS).orElse(0L);
    }

    /**
     * Returns the datestamp of everything that this transaction changes, in seconds since 1970. It is determined at the first call, by the
     * rule of {@link TimestampFile}.
     *
     * @throws StoreException if the clock is refused
     */
    public long stamp() throws SQLException {
        if (openTransaction == 0) {
            long newest = Math.max(timestampFile.highWaterMark(), lastStamp(sql));
            long opened = Math.max(newest, clock.forStamp(newest));
            seq = lastSeq(sql);
            openTransaction = timestampFile.open(opened);
            stamp = Math.max(opened, timestampFile.highWaterMark());
        }
        return stamp;
    }

    /** Returns the next sequence number. */
    public long nextSeq() throws SQLException {
        stamp();
        return ++seq;
    }

    /** Adds an action for the time when the transaction is durable. */
    void onCommit(Runnable action) {
        onCommit.add(action);
    }

    /** Adds an action for the case that the transaction fails. */
    public void onRollback(Runnable action) {
        onRollback.add(action);
    }

    void commit() throws SQLException {
        if (openTransaction != 0) {
            sql.update(PUT, LAST_DS, stamp, LAST_SEQ, seq);
            timestampFile.raiseHighWaterMark(stamp);
        }
        sql.commit();
        if (openTransaction != 0) {
            timestampFile.clear(openTransaction);
        }
        onCommit.forEach(Runnable::run);
    }

    void rolledBack() {
        if (openTransaction != 0) {
            timestampFile.clear(openTransaction);
        }
        onRollback.forEach(Runnable::run);
    }
}
