package dev.sheaf.cli.architecture.fox;

import java.nio.file.Path;

import dev.sheaf.store.sqlite.SqliteDatabase;

/** Uses an internal package of the store. */
public final class OpensSqlite {

    private OpensSqlite() {}

    /** Returns the database of a data directory. */
    public static SqliteDatabase database(Path dataDir) {
        return SqliteDatabase.in(dataDir, () -> {});
    }
}
