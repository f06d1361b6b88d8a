package dev.sheaf.store.sql;

import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pool of connections for reading. One thread at a time uses a connection. Safe for use by many threads. */
public final class ReadPool implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReadPool.class);

    /** Work that reads. */
    public interface Reading<T> {
        T read(ReadConnection connection) throws SQLException;
    }

    private final SqlDatabase database;
    private final Names names;
    private final Dictionaries dictionaries = new Dictionaries();
    private final DamagedRecords damaged = new DamagedRecords();
    private final StoreThreads threads;
    /** Idle connections. The one returned last is used first, because its page cache is warmest. */
    private final ConcurrentLinkedDeque<ReadConnection> idle = new ConcurrentLinkedDeque<>();
    private final ReentrantLock watching = new ReentrantLock();
    /** Connection that looks for changes; null before the first question and after a failure. */
    private @Nullable SqlConnection watcher;
    /** Number of connections that have looked for changes so far. */
    private int watchers;

    public ReadPool(SqlDatabase database, Names names) {
        this.database = database;
        this.names = names;
        // More threads than cores, because some wait for the disk.
        this.threads = new StoreThreads("sheaf-store-reader-", 2 * Runtime.getRuntime().availableProcessors());
    }

    /** Reads without a transaction: for one statement, or for several that need no common state. */
    public <T> T read(String doing, Reading<T> reading) {
        return threads.callNear(() -> {
            ReadConnection connection = idle.pollFirst();
            boolean usable = true;
            try {
                if (connection == null) {
                    connection = new ReadConnection(database.reader(), dictionaries, names, damaged);
                }
                return reading.read(connection);
            } catch (SQLException e) {
                usable = false;
                throw SqlFailure.of(doing, database, e);
            } finally {
                if (connection != null && usable) {
                    idle.addFirst(connection);
                } else if (connection != null) {
                    connection.close();
                }
            }
        });
    }

    /** Reads in one snapshot: all statements see the same state. */
    public <T> T snapshot(String doing, Reading<T> reading) {
        return read(doing, connection -> {
            connection.sql().beginReading();
            try {
                return reading.read(connection);
            } finally {
                connection.sql().endReading();
            }
        });
    }

    /**
     * Returns a mark of the committed changes: equal marks of two calls mean that no process has committed a change between them. The same connection
     * answers all calls, because SQLite counts changes for each connection.
     */
    public String changeMark() {
        return threads.callNear(() -> {
            watching.lock();
            try {
                SqlConnection watch = watcher;
                if (watch == null) {
                    watch = database.reader();
                    watcher = watch;
                    watchers++;
                }
                return watchers + "." + watch.one(watch.dialect().changeMark(), row -> row.getString(1)).orElse("");
            } catch (SQLException e) {
                closeWatcher();
                throw SqlFailure.of("look for changes", database, e);
            } finally {
                watching.unlock();
            }
        });
    }

    private void closeWatcher() {
        SqlConnection watch = watcher;
        watcher = null;
        if (watch != null) {
            try {
                watch.close();
            } catch (SQLException e) {
                LOG.warn("connection not closed because=\"{}\"", e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        threads.close();
        watching.lock();
        try {
            closeWatcher();
        } finally {
            watching.unlock();
        }
        for (ReadConnection connection = idle.pollFirst(); connection != null; connection = idle.pollFirst()) {
            connection.close();
        }
    }
}
