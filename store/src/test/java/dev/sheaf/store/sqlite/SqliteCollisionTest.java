package dev.sheaf.store.sqlite;

import java.nio.file.Path;
import java.time.InstantSource;

import dev.sheaf.core.store.RecordStore;
import dev.sheaf.testkit.CollisionContract;

/** The SQLite store keeps the contract. */
class SqliteCollisionTest extends CollisionContract {

    @Override
    protected RecordStore open(Path dataDir, InstantSource clock, Runnable beforeWrite) {
        return SqliteStores.open(dataDir, clock, beforeWrite);
    }
}
