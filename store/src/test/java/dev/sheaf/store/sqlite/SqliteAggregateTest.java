package dev.sheaf.store.sqlite;

import java.nio.file.Path;
import java.time.InstantSource;

import dev.sheaf.core.store.RecordStore;
import dev.sheaf.testkit.AggregateContract;

/** The SQLite store keeps the contract. */
class SqliteAggregateTest extends AggregateContract {

    @Override
    protected RecordStore open(Path dataDir, InstantSource clock, Runnable beforeWrite) {
        return SqliteStores.open(dataDir, clock, beforeWrite);
    }
}
