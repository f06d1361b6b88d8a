package dev.sheaf.store.sql;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;

import dev.sheaf.core.store.StoreException;

/** A database with a store, and the way to open connections. Safe for use by many threads. */
public interface SqlDatabase {

    /** Returns the data directory: the place of locks, keys and the search index, wherever the database is. */
    Path directory();

    /** Returns the words of the database. */
    Dialect dialect();

    /** Returns true when nothing can be written. */
    boolean readOnly();

    /** Returns the bytes that the database takes on disk, including its indexes and log; 0 if they cannot be read. */
    long bytes();

    /** Returns the size of the disk that the database is on; {@link Long#MAX_VALUE} if it is not known, as for a database elsewhere. */
    default long diskBytes() {
        return Long.MAX_VALUE;
    }

    /**
     * Refuses a database that has lost its tables, or a part of its bytes, or that another program has made. A database without tables is
     * accepted in a data directory that was never used.
     *
     * @param doing the activity, for the message, to follow "Cannot"
     * @throws StoreException with the words of a damaged database
     */
    default void refuseLost(SqlConnection connection, String doing) throws SQLException {
        // Before the tables: another process may create them now, and only then the files that show their use.
        boolean isUsed = UsedDirectory.isUsed(directory());
        Set<String> tables = Set.copyOf(connection.all(dialect().tables(), row -> row.getString(1)));
        boolean isStore = tables.containsAll(Schema.MAIN_TABLES);
        if (!isStore && !tables.isEmpty()) {
            throw SqlFailure.damaged(doing, directory(), dialect(), "is damaged or not a store");
        }
        if (!isStore && isUsed) {
            throw SqlFailure.noStore(doing, directory(), dialect(), "is empty, although other files of a store are there");
        }
    }

    /**
     * Opens a connection that reads and writes.
     *
     * @throws StoreException if the database cannot be written
     */
    SqlConnection writer() throws SQLException;

    /** Opens a connection that can only read. */
    SqlConnection reader() throws SQLException;

    /** Opens a connection that reads and has temporary tables, which go to disk when they grow. */
    SqlConnection readerWithTemporaryTables() throws SQLException;
}
