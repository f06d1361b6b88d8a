package dev.sheaf.bench.kills;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Random;

import dev.sheaf.platform.store.HubIdentity;
import dev.sheaf.platform.store.SqliteRecordStore;

/**
 * Where a kind of work happens.
 *
 * @param data its data directory
 * @param records to begin with
 * @param random everything random comes from it
 */
record WorkSetting(Path data, int records, Random random) {

    /** Under which local identifiers are made. */
    static final String DOMAIN = "kills.example.org";

    /** Opens the store in this process. */
    SqliteRecordStore open() {
        return open(data);
    }

    static SqliteRecordStore open(Path folder) {
        return SqliteRecordStore.open(folder, new HubIdentity("Kills", "admin@example.org", DOMAIN), InstantSource.system());
    }

    /** A file beside the data directory. */
    Path beside(String end) {
        return data.resolveSibling(data.getFileName() + end);
    }
}
