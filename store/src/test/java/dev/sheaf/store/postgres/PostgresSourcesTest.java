package dev.sheaf.store.postgres;

import java.nio.file.Path;
import java.time.InstantSource;

import dev.sheaf.core.store.RecordStore;
import dev.sheaf.testkit.SourcesContract;

/** The store in PostgreSQL keeps the contract. */
class PostgresSourcesTest extends SourcesContract {

    @Override
    protected RecordStore open(Path dataDir, InstantSource clock, Runnable beforeWrite) {
        return PostgresStores.open(dataDir, clock, beforeWrite);
    }
}
