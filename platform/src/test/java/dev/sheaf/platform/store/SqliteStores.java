package dev.sheaf.platform.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;

/** Opens stores for tests. */
final class SqliteStores {

    static final HubIdentity HUB = new HubIdentity("Test hub", "admin@hub.example.org", "hub.example.org");

    private SqliteStores() {}

    /** A store that runs something before each write; when that throws, the write fails. */
    static HubStore open(Path dataDir, InstantSource clock, Runnable beforeWrite) {
        return SqlHubStore.open(SqliteDatabase.in(dataDir, () -> {
            try {
                beforeWrite.run();
            } catch (RuntimeException e) {
                throw new SQLException(e);
            }
        }), HUB, clock);
    }
}
