package dev.sheaf.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.StoreCopy;
import dev.sheaf.store.sql.Dialect;
import dev.sheaf.store.sql.OwnerOnly;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.SqlDatabase;

/**
 * The SQLite file of a data directory and the way to open it. Safe for use by many threads.
 *
 * @param directory the data directory
 * @param fault told before each write
 * @param readOnly true when nothing can be written there
 */
public record SqliteDatabase(Path directory, SqlConnection.WriteFault fault, boolean readOnly) implements SqlDatabase {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteDatabase.class);

    /** Name of the file. */
    public static final String FILE = StoreCopy.DATABASE_FILE;

    /** Milliseconds that a writer waits for one in another process. Batches take tens of milliseconds; a slow disk may need more. */
    private static final int BUSY_MILLIS = 30_000;
    private static final int WRITER_CACHE_KB = 64 * 1024;
    private static final int READER_CACHE_KB = 16 * 1024;
    /** Pages of log after which it is moved into the file: with 4 KB each, the log stays near 16 MB. */
    private static final int WAL_PAGES = 4_000;

    /**
     * Creates the directory when absent.
     *
     * @throws StoreException when it cannot be created or written
     */
    public static SqliteDatabase in(Path directory, SqlConnection.WriteFault fault) {
        try {
            OwnerOnly.create(directory);
        } catch (IOException e) {
            throw new StoreException("Cannot create the data directory " + directory
                    + ": check that the path leads to a directory and that you may write there, or choose another data directory",
                    e);
        }
        if (!Files.isWritable(directory)) {
            if (Files.isReadable(directory.resolve(FILE))) {
                return readOnly(directory);
            }
            throw new StoreException("Cannot write to the data directory " + directory
                    + ": check its permissions, or choose another data directory");
        }
        int restricted = OwnerOnly.restrict(directory);
        if (restricted > 0) {
            LOG.info("data directory kept to its owner: directory={} files={} were open to other accounts", directory,
                    restricted);
        }
        return new SqliteDatabase(directory, fault, false);
    }

    /** Returns true when a directory holds a store already. */
    public static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(FILE));
    }

    /** Returns the database of a directory that cannot be written; reading it works. */
    static SqliteDatabase readOnly(Path directory) {
        return new SqliteDatabase(directory, SqlConnection.WriteFault.NONE, true);
    }

    /** For a directory in which something can be written. */
    SqliteDatabase(Path directory, SqlConnection.WriteFault fault) {
        this(directory, fault, false);
    }

    @Override
    public Dialect dialect() {
        return SqliteDialect.INSTANCE;
    }

    /** A connection that reads and writes; creates the file when absent. */
    @Override
    public SqlConnection writer() throws SQLException {
        if (readOnly) {
            throw new StoreException("Cannot write to the data directory " + directory
                    + ": check its permissions, or choose another data directory");
        }
        SQLiteConfig config = common();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        // FULL: what was acknowledged survives a loss of power, not only the death of the process.
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setPageSize(4096);
        config.setCacheSize(-WRITER_CACHE_KB);
        config.setPragma(SQLiteConfig.Pragma.WAL_AUTOCHECKPOINT, Integer.toString(WAL_PAGES));
        return open(config);
    }

    /** A connection that can only read. */
    @Override
    public SqlConnection reader() throws SQLException {
        SQLiteConfig config = common();
        config.setReadOnly(true);
        config.setCacheSize(-READER_CACHE_KB);
        return open(config);
    }

    /** A connection that can only read but has temporary tables, which go to disk when they grow. */
    @Override
    public SqlConnection readerWithTemporaryTables() throws SQLException {
        SQLiteConfig config = common();
        config.setReadOnly(true);
        config.setTempStore(SQLiteConfig.TempStore.FILE);
        return open(config);
    }

    private static SQLiteConfig common() {
        SQLiteConfig config = new SQLiteConfig();
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        return config;
    }

    private SqlConnection open(SQLiteConfig config) throws SQLException {
        return new SqlConnection(config.createConnection("jdbc:sqlite:" + place()), SqliteDialect.INSTANCE, fault);
    }

    /** Without a log of changes beside it, SQLite would have to create one, even to read. Declared immutable, the file alone is read. */
    private String place() {
        Path file = directory.resolve(FILE);
        boolean hasLog = Files.exists(directory.resolve(FILE + "-wal"));
        return readOnly && !hasLog ? file.toUri() + "?immutable=1" : file.toString();
    }

    @Override
    public long bytes() {
        return directory.resolve(FILE).toFile().length() + directory.resolve(FILE + "-wal").toFile().length();
    }
}
