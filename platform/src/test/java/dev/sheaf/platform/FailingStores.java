package dev.sheaf.platform;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;

import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sql.hub.SqlHubStore;
import dev.sheaf.store.sqlite.SqliteDatabase;

/** Opens stores whose writes fail at a chosen time. */
public final class FailingStores {

    private static final HubIdentity HUB = new HubIdentity("Test hub", "admin@hub.example.org", "hub.example.org");

    private FailingStores() {}

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
