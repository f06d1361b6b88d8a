package dev.sheaf.store.sqlite;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;

import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sql.hub.SqlHubStore;

/** Opens stores for tests. */
public final class SqliteStores {

    public static final HubIdentity HUB = new HubIdentity("Test hub", "admin@hub.example.org", "hub.example.org");

    private SqliteStores() {}

    /** A store that runs something before each write; when that throws, the write fails. */
    public static HubStore open(Path dataDir, InstantSource clock, Runnable beforeWrite) {
        return SqlHubStore.open(SqliteDatabase.in(dataDir, () -> {
            try {
                beforeWrite.run();
            } catch (RuntimeException e) {
                throw new SQLException(e);
            }
        }), HUB, clock);
    }
}
