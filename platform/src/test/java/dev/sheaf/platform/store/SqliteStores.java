package dev.sheaf.platform.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;

/** Opens stores for tests. */
final class SqliteStores {

    static final HubIdentity HUB = new HubIdentity("Test hub", "admin@hub.example.org", "hub.example.org");

    private SqliteStores() {}

    /** A store that runs something before each write; when that throws, the write fails. */
    static SqliteRecordStore open(Path dataDir, InstantSource clock, Runnable beforeWrite) {
        return SqliteRecordStore.open(dataDir, HUB, clock, List.of("gzip"), () -> {
            try {
                beforeWrite.run();
            } catch (RuntimeException e) {
                throw new SQLException(e);
            }
        });
    }
}
