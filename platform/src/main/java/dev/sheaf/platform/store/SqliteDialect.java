package dev.sheaf.platform.store;

import java.sql.SQLException;
import java.util.Optional;

import org.sqlite.SQLiteErrorCode;

/** The words of SQLite. */
final class SqliteDialect implements Dialect {

    @Override
    public String texts() {
        return "json_each(?)";
    }

    @Override
    public String numbers() {
        return "json_each(?)";
    }

    /** The planner has been seen to scan a large table for a handful of values; a cross join fixes the order. */
    @Override
    public String thenJoin() {
        return "cross join";
    }

    @Override
    public String index(String name) {
        return "indexed by " + name;
    }

    @Override
    public String withoutRowid() {
        return "without rowid";
    }

    /** Without {@code immediate}, a transaction that reads first fails when another process has written since. */
    @Override
    public String beginWriting() {
        return "begin immediate";
    }

    @Override
    public String beginReading() {
        return "begin";
    }

    @Override
    public Optional<Cause> cause(SQLException failure) {
        if (failure.getSQLState() != null) {
            // The driver states none.
            return Optional.empty();
        }
        // Extended codes hold the primary one in their lowest byte.
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
