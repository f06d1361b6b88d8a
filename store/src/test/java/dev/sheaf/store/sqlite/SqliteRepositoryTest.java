package dev.sheaf.store.sqlite;

import java.nio.file.Path;
import java.time.InstantSource;

import dev.sheaf.core.store.RecordStore;
import dev.sheaf.testkit.RepositoryContract;

/** The SQLite store keeps the contract. */
class SqliteRepositoryTest extends RepositoryContract {

    @Override
    protected RecordStore open(Path dataDir, InstantSource clock, Runnable beforeWrite) {
        return SqliteStores.open(dataDir, clock, beforeWrite);
    }
}
