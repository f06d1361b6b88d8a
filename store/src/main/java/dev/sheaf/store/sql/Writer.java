package dev.sheaf.store.sql;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one writing thread of this process, with its connection. Other processes have their own; SQLite's write lock orders their
 * transactions.
 *
 * <p>Any thread may call {@link #run}; all other methods are for the work that it runs.
 */
public final class Writer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

    /** Work that uses the writing connection. */
    public interface Work<T> {
        T run(SqlConnection sql) throws SQLException;
    }

    /** Work in a transaction. */
    public interface TransactionWork<T> {
        T run(Transaction transaction) throws SQLException;
    }

    /** Change in a transaction. */
    public interface Change {
        void make(Transaction transaction) throws SQLException;
    }

    private final SqlDatabase database;
    private final TimestampFile timestampFile;
    private final StampClock clock;
    private final StoreThreads thread = new StoreThreads("sheaf-store-writer-", 1);
    private final AtomicBoolean clearing = new AtomicBoolean();
    private @Nullable SqlConnection connection;
    private @Nullable Transaction current;

    public Writer(SqlDatabase database, TimestampFile timestampFile, StampClock clock) {
        this.database = database;
        this.timestampFile = timestampFile;
        this.clock = clock;
    }

    /** Runs work on the writer's thread after all earlier work, and waits for its end. */
    public <T> T run(String doing, Work<T> work) {
        return thread.call(() -> {
            try {
                return work.run(connection());
            } catch (SQLException e) {
                throw SqlFailure.of(doing, database, e);
            }
        });
    }

    /** Runs work in a transaction and waits for its end. */
    public <T> T write(String doing, TransactionWork<T> work) {
        return run(doing, _ -> transaction(work));
    }

    /** Makes a change in a transaction and waits for its end. */
    public void change(String doing, Change change) {
        run(doing, _ -> {
            changeNow(change);
            return true;
        });
    }

    /** Runs work later, unless the store is closed before. */
    public void later(Runnable work) {
        thread.later(work);
    }

    /** Returns true while a transaction is open. */
    boolean inTransaction() {
        return current != null;
    }

    /** Runs work in a transaction: all its changes become visible and durable, or none. */
    public <T> T transaction(TransactionWork<T> work) throws SQLException {
        SqlConnection sql = connection();
        sql.beginWriting();
        Transaction transaction = new Transaction(sql, timestampFile, clock);
        current = transaction;
        boolean committed = false;
        try {
            T result = work.run(transaction);
            transaction.commit();
            committed = true;
            return result;
        } finally {
            current = null;
            if (!committed) {
                rollBack(sql, transaction);
            }
        }
    }

    /** Makes a change in a transaction: all of it becomes visible and durable, or nothing. */
    public void changeNow(Change change) throws SQLException {
        transaction(transaction -> {
            change.make(transaction);
            return true;
        });
    }

    /** Runs reading work in one snapshot. */
    public <T> T snapshot(Work<T> work) throws SQLException {
        SqlConnection sql = connection();
        sql.beginReading();
        try {
            return work.run(sql);
        } finally {
            sql.rollback();
        }
    }

    private void rollBack(SqlConnection sql, Transaction transaction) {
        try {
            sql.clearBatches();
            sql.rollback();
        } catch (SQLException e) {
            // Some failures have rolled back already, and closing the connection rolls back in any state.
            LOG.debug("rollback of a transaction failed: because=\"{}\"", e.getMessage());
            abandonConnection();
        }
        transaction.rolledBack();
    }

    private SqlConnection connection() throws SQLException {
        SqlConnection open = connection;
        if (open == null) {
            open = database.writer();
            connection = open;
        }
        return open;
    }

    private void abandonConnection() {
        SqlConnection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOG.warn("connection not closed because=\"{}\"", e.getMessage());
            }
        }
    }

    /**
     * Clears an open-transaction timestamp later if its writer has died. The holder of the write lock knows that no other transaction is
     * open.
     */
    public void clearIfDead(long openTransaction) {
        if (clearing.compareAndSet(false, true)) {
            thread.later(() -> {
                try {
                    if (timestampFile.openTransaction() == openTransaction) {
                        // This waits for the lock while the writer is alive; clearing then does nothing.
                        changeNow(_ -> timestampFile.clear(openTransaction));
                    }
                } catch (SQLException e) {
                    LOG.warn("open-transaction timestamp not cleared because=\"{}\"", e.getMessage());
                } finally {
                    clearing.set(false);
                }
            });
        }
    }

    @Override
    public void close() {
        thread.close();
        abandonConnection();
    }
}
