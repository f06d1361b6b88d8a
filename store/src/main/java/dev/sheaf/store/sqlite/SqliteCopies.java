package dev.sheaf.store.sqlite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

import org.sqlite.SQLiteConfig;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.StoreCopy;
import dev.sheaf.store.sql.Dialect;
import dev.sheaf.store.sql.Schema;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.SqlFailure;

/**
 * Copies of a store's database for backups. A copy shows the state of one moment, even while other processes write. All methods open
 * connections of their own and may be called from any thread.
 */
public final class SqliteCopies {

    private static final String COUNTS = "select (select count(*) from source), (select count(*) from item), "
            + "(select coalesce(max(seq), 0) from rec)";

    private SqliteCopies() {}

    /**
     * Writes a copy of a data directory's database.
     *
     * @param target an empty file that nothing else uses; the copy is written to it
     * @return numbers of the copy itself
     * @throws StoreException when the database cannot be read or has tables of another version, or the copy cannot be written; the message
     * names the reason
     */
    public static StoreCopy write(Path dataDir, Path target) {
        SqliteDatabase database = SqliteDatabase.in(dataDir, SqlConnection.WriteFault.NONE);
        try (SqlConnection connection = database.reader()) {
            database.refuseLost(connection, "copy the database");
            int version = Schema.version(connection);
            // Only another program could restore the copy.
            Schema.refuseOther(version, "data directory " + dataDir);
            if (version == 0) {
                throw SqlFailure.noStore("copy the database", dataDir, SqliteDialect.INSTANCE, "is empty");
            }
            // One read transaction lets writers of other processes go on. SQLite's online backup restarts whenever one of them writes.
            connection.update("vacuum into ?", target.toString());
        } catch (SQLException e) {
            throw SqlFailure.of("copy the database to " + target, dataDir, SqliteDialect.INSTANCE, e);
        }
        return facts(target);
    }

    /**
     * Checks the structure of a copy, page by page.
     *
     * @throws StoreException when the file is damaged, is no store, or has tables of another version
     */
    public static StoreCopy check(Path database) {
        try (SqlConnection connection = open(database)) {
            Schema.refuseOther(Schema.version(connection), "database " + database);
            List<String> faults = connection.all("pragma integrity_check(3)", row -> row.getString(1));
            if (!faults.equals(List.of("ok"))) {
                throw new StoreException("The database " + database + " is damaged: " + String.join("; ", faults));
            }
        } catch (SQLException e) {
            throw unreadable(database, e);
        }
        return facts(database);
    }

    /**
     * Returns true while another process or thread has the database of a data directory open. The answer may be outdated as soon as it is
     * given.
     *
     * @throws StoreException if the database cannot be opened
     */
    public static boolean isOpenElsewhere(Path dataDir) {
        Path database = dataDir.resolve(SqliteDatabase.FILE);
        if (!Files.exists(database) || database.toFile().length() == 0) {
            return false;
        }
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(0);
        try (SqlConnection connection = new SqlConnection(config.createConnection("jdbc:sqlite:" + database),
                SqliteDialect.INSTANCE, SqlConnection.WriteFault.NONE)) {
            // Leaving the log needs exclusive use of the file. The next process that opens the store begins a log again.
            connection.execute("pragma journal_mode = delete");
            return false;
        } catch (SQLException e) {
            if (SqliteDialect.INSTANCE.cause(e).filter(Dialect.Cause.BUSY::equals).isPresent()) {
                return true;
            }
            if (SqliteDialect.INSTANCE.cause(e).filter(Dialect.Cause.DAMAGED::equals).isPresent()) {
                // No process can work with it; a restored copy may take its place.
                return false;
            }
            throw unreadable(database, e);
        }
    }

    private static StoreCopy facts(Path database) {
        try (SqlConnection connection = open(database)) {
            int version = Schema.version(connection);
            return connection.one(COUNTS, row -> new StoreCopy(version, row.getLong(1), row.getLong(2), row.getLong(3)))
                    .orElseThrow();
        } catch (SQLException e) {
            throw unreadable(database, e);
        }
    }

    private static SqlConnection open(Path database) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        return new SqlConnection(config.createConnection("jdbc:sqlite:" + database), SqliteDialect.INSTANCE,
                SqlConnection.WriteFault.NONE);
    }

    private static StoreException unreadable(Path database, SQLException e) {
        return new StoreException("The database " + database + " cannot be read (" + e.getMessage()
                + "): it is damaged, or no database of Sheaf", e);
    }
}
