package dev.sheaf.store.sqlite;

import java.sql.SQLException;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

import dev.sheaf.store.sql.Dialect;

/** The dialect of SQLite. */
public final class SqliteDialect implements Dialect {

    public static final SqliteDialect INSTANCE = new SqliteDialect();

    private SqliteDialect() {}

    @Override
    public String texts() {
        return "json_each(?)";
    }

    @Override
    public String numbers() {
        return "json_each(?)";
    }

    /** Returns a cross join, which fixes the order: the planner was seen to scan a large table for a handful of values. */
    @Override
    public String thenJoin() {
        return "cross join";
    }

    /** Returns nothing, because a nested loop over the numbers keeps their order; a clause would make SQLite sort. */
    @Override
    public String inOrder() {
        return "";
    }

    @Override
    public String index(String name) {
        return "indexed by " + name;
    }

    @Override
    public String withoutRowid() {
        return "without rowid";
    }

    /** Begins with {@code immediate}; without it, a transaction that reads first fails if another process has written meanwhile. */
    @Override
    public String beginWriting() {
        return "begin immediate";
    }

    @Override
    public String beginReading() {
        return "begin";
    }

    @Override
    public Object any(Object value) {
        return value;
    }

    @Override
    public @Nullable Object ofAny(@Nullable Object stored) {
        return stored;
    }

    @Override
    public String schema() {
        return "/db/schema-sqlite.sql";
    }

    @Override
    public String tables() {
        return "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'";
    }

    /** Returns a query for a field of the file's header, which exists before any table and is part of the transaction. */
    @Override
    public String version() {
        return "pragma user_version";
    }

    @Override
    public String setVersion(int version) {
        return "pragma user_version = " + version;
    }

    @Override
    public String changeMark() {
        return "pragma data_version";
    }

    @Override
    public boolean keepsCopies() {
        return true;
    }

    @Override
    public String place() {
        return "file " + SqliteDatabase.FILE;
    }

    @Override
    public Optional<Cause> cause(SQLException failure) {
        if (failure.getSQLState() != null) {
            // The driver gives no code.
            return Optional.empty();
        }
        // Extended codes have the primary code in their lowest byte.
        return switch (SQLiteErrorCode.getErrorCode(failure.getErrorCode() & 0xFF)) {
            case SQLITE_FULL -> Optional.of(Cause.DISK_FULL);
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH -> Optional.of(Cause.NOT_WRITABLE);
            case SQLITE_BUSY, SQLITE_LOCKED -> Optional.of(Cause.BUSY);
            case SQLITE_CORRUPT, SQLITE_NOTADB -> Optional.of(Cause.DAMAGED);
            case SQLITE_IOERR -> Optional.of(Cause.DISK_ERROR);
            default -> Optional.empty();
        };
    }
}
