package dev.sheaf.store.sql;

import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;

/** The pool of connections for reading. One thread at a time uses a connection. Safe for use by many threads. */
public final class ReadPool implements AutoCloseable {

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
                connection.sql().rollback();
            }
        });
    }

    @Override
    public void close() {
        threads.close();
        for (ReadConnection connection = idle.pollFirst(); connection != null; connection = idle.pollFirst()) {
            connection.close();
        }
    }
}
