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
import dev.sheaf.store.sql.SqlFailure;
import dev.sheaf.store.sql.UsedDirectory;

/**
 * The SQLite file of a data directory and the way to open it. Safe for use by many threads.
 *
 * @param directory the data directory
 * @param fault called before each write
 * @param readOnly true if the directory cannot be written
 */
public record SqliteDatabase(Path directory, SqlConnection.WriteFault fault, boolean readOnly) implements SqlDatabase {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteDatabase.class);

    /** Name of the file. */
    public static final String FILE = StoreCopy.DATABASE_FILE;

    /** Milliseconds that a writer waits for a writer in another process. Batches take tens of milliseconds; a slow disk may need more. */
    private static final int BUSY_MILLIS = 30_000;
    private static final int WRITER_CACHE_KB = 64 * 1024;
    private static final int READER_CACHE_KB = 16 * 1024;
    /** Number of pages after which the log is moved into the file: with 4 KB each, the log stays near 16 MB. */
    private static final int WAL_PAGES = 4_000;

    /**
     * Returns the database of a directory, and creates the directory if it is missing.
     *
     * @throws StoreException if it cannot be created or written
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
            LOG.info("permissions of other accounts were removed from the data directory: directory={} files={}", directory,
                    restricted);
        }
        return new SqliteDatabase(directory, fault, false);
    }

    /** Returns true if a directory contains a store, or other files of one whose database is missing. */
    public static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(FILE)) || UsedDirectory.isUsed(directory);
    }

    /** Returns the database of a directory that cannot be written; reading it works. */
    static SqliteDatabase readOnly(Path directory) {
        return new SqliteDatabase(directory, SqlConnection.WriteFault.NONE, true);
    }

    /** Creates the database of a writable directory. */
    SqliteDatabase(Path directory, SqlConnection.WriteFault fault) {
        this(directory, fault, false);
    }

    @Override
    public Dialect dialect() {
        return SqliteDialect.INSTANCE;
    }

    /** Opens a connection that reads and writes; creates the file if it is missing. */
    @Override
    public SqlConnection writer() throws SQLException {
        if (readOnly) {
            throw new StoreException("Cannot write to the data directory " + directory
                    + ": check its permissions, or choose another data directory");
        }
        SQLiteConfig config = common();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        // FULL: acknowledged changes survive a loss of power, not only the death of the process.
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setPageSize(4096);
        config.setCacheSize(-WRITER_CACHE_KB);
        config.setPragma(SQLiteConfig.Pragma.WAL_AUTOCHECKPOINT, Integer.toString(WAL_PAGES));
        return open(config);
    }

    /** Opens a connection that only reads. */
    @Override
    public SqlConnection reader() throws SQLException {
        SQLiteConfig config = common();
        config.setReadOnly(true);
        config.setCacheSize(-READER_CACHE_KB);
        return open(config);
    }

    /** Opens a connection that only reads, but has temporary tables, which move to disk when they grow. */
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

    /** Also refuses a file that is shorter than its pages. SQLite itself notices that only without a log, or when it reads such a page. */
    @Override
    public void refuseLost(SqlConnection connection, String doing) throws SQLException {
        SqlDatabase.super.refuseLost(connection, doing);
        // While a transaction is open, no other connection makes the file shorter. The log only grows, and holds pages that are not in the
        // file yet.
        connection.beginReading();
        try {
            connection.all("select count(*) from sqlite_master", row -> row.getLong(1));
            long pages = connection.one("pragma page_count", row -> row.getLong(1)).orElse(0L)
                    * connection.one("pragma page_size", row -> row.getLong(1)).orElse(0L);
            long log = directory.resolve(FILE + "-wal").toFile().length();
            if (pages - directory.resolve(FILE).toFile().length() > log) {
                throw SqlFailure.damaged(doing, directory, dialect(), "is damaged: its end is missing");
            }
        } finally {
            connection.rollback();
        }
    }

    /**
     * Refuses a missing or empty file in a directory that was used. SQLite would make a new database of it, and delete the log, which may
     * hold records.
     */
    private void refuseEmptyFile() {
        // The size is read last: a file beside which others show its use had its tables before.
        if (UsedDirectory.isUsed(directory) && directory.resolve(FILE).toFile().length() == 0) {
            throw SqlFailure.noStore("open the store", directory, dialect(),
                    Files.exists(directory.resolve(FILE))
                            ? "is empty, although other files of a store are there"
                            : "is missing, although other files of a store are there");
        }
    }

    private SqlConnection open(SQLiteConfig config) throws SQLException {
        refuseEmptyFile();
        return new SqlConnection(config.createConnection("jdbc:sqlite:" + place()), SqliteDialect.INSTANCE, fault);
    }

    /**
     * Returns the address of the file for the driver. Without a log beside it, SQLite would create one even for reading; an address that
     * declares the file immutable prevents this.
     */
    private String place() {
        Path file = directory.resolve(FILE);
        boolean hasLog = Files.exists(directory.resolve(FILE + "-wal"));
        return readOnly && !hasLog ? file.toUri() + "?immutable=1" : file.toString();
    }

    @Override
    public long diskBytes() {
        try {
            return Files.getFileStore(directory).getTotalSpace();
        } catch (IOException _) {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public long bytes() {
        return directory.resolve(FILE).toFile().length() + directory.resolve(FILE + "-wal").toFile().length();
    }
}
