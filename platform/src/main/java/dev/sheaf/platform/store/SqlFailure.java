package dev.sheaf.platform.store;

import java.nio.file.Path;
import java.sql.SQLException;

import org.sqlite.SQLiteErrorCode;

import dev.sheaf.core.store.StoreException;

/** Says in one sentence what a failure of the database means and what can be done. */
final class SqlFailure {

    private SqlFailure() {}

    /** @param doing what was being done, to follow "Cannot" */
    static StoreException of(String doing, Path dataDir, SQLException failure) {
        // Extended codes hold the primary one in their lowest byte.
        SQLiteErrorCode code = SQLiteErrorCode.getErrorCode(failure.getErrorCode() & 0xFF);
        String what = switch (code) {
            case SQLITE_FULL -> "the disk is full: free some space and try again";
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM,
                    SQLITE_AUTH -> "it is not writable: check the permissions of the directory and of the files in it, or choose another data directory";
            case SQLITE_BUSY,
                    SQLITE_LOCKED -> "another process has been writing to it for too long: try again when that has ended";
            case SQLITE_CORRUPT, SQLITE_NOTADB -> "its file " + Database.FILE
                    + " is damaged or not a store: restore it from a backup, or choose another data directory and harvest again";
            case SQLITE_IOERR -> "the disk reported an error (" + failure.getMessage() + "): check the disk";
            default -> String.valueOf(failure.getMessage());
        };
        return new StoreException("Cannot " + doing + " in data directory " + dataDir + ": " + what, failure);
    }
}
