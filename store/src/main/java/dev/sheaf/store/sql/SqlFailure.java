package dev.sheaf.store.sql;

import java.nio.file.Path;
import java.sql.SQLException;

import dev.sheaf.core.store.StoreException;

/** Messages for failures of the database, each with the cause and the remedy. */
public final class SqlFailure {

    private static final String RESTORE = ": restore it from a backup, or choose another data directory and harvest again";

    private static final String SALVAGE = ": restore it from a backup, write what can be read to a new data directory with"
            + " 'sheaf doctor --salvage OUT', or choose another data directory and harvest again";

    private SqlFailure() {}

    /** @param doing the activity, to follow "Cannot" */
    public static StoreException of(String doing, SqlDatabase database, SQLException failure) {
        return of(doing, database.directory(), database.dialect(), failure);
    }

    /**
     * Returns the failure of a database that is not open as a store.
     *
     * @param doing the activity, to follow "Cannot"
     * @param dialect of the database; it knows the failures of its driver
     */
    public static StoreException of(String doing, Path dataDir, Dialect dialect, SQLException failure) {
        String what = dialect.cause(failure)
                .map(cause -> message(cause, dialect, failure))
                .orElseGet(() -> String.valueOf(failure.getMessage()));
        return new StoreException("Cannot " + doing + " in data directory " + dataDir + ": " + what, failure);
    }

    /**
     * Returns the refusal of a database that is no store although it can be read, or no longer one.
     *
     * @param doing the activity, to follow "Cannot"
     * @param fault what is wrong, to follow the name of the place
     */
    public static StoreException noStore(String doing, Path dataDir, Dialect dialect, String fault) {
        return new StoreException("Cannot " + doing + " in data directory " + dataDir + ": its " + dialect.place() + " " + fault
                + RESTORE);
    }

    /**
     * Returns the refusal of a database that is damaged although it can be opened. Part of it may be saved.
     *
     * @param doing the activity, to follow "Cannot"
     * @param fault what is wrong, to follow the name of the place
     */
    public static StoreException damaged(String doing, Path dataDir, Dialect dialect, String fault) {
        return new StoreException("Cannot " + doing + " in data directory " + dataDir + ": its " + dialect.place() + " " + fault
                + SALVAGE);
    }

    private static String message(Dialect.Cause cause, Dialect dialect, SQLException failure) {
        return switch (cause) {
            case DISK_FULL -> "the disk is full: free some space and try again";
            case NOT_WRITABLE -> "it is not writable: check the permissions of the directory and of the files in it, or choose another"
                    + " data directory";
            case BUSY -> "another process has been writing to it for too long: try again after it has ended";
            case DAMAGED -> "its " + dialect.place()
                    + " is damaged or not a store" + SALVAGE;
            case DISK_ERROR -> "the disk reported an error (" + failure.getMessage() + "): check the disk";
        };
    }
}
