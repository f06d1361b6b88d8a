package dev.sheaf.bench.kills;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;

import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/**
 * Setting of a kind of work.
 *
 * @param data its data directory
 * @param records initial number of records
 * @param random source of all random numbers
 * @param environment variables of the disturbed processes; may change between two of them
 */
record WorkSetting(Path data, int records, Random random, Map<String, String> environment) {

    /** Domain of the local identifiers. */
    static final String DOMAIN = "kills.example.org";

    /** Work without changes of the environment. */
    WorkSetting(Path data, int records, Random random) {
        this(data, records, random, Map.of());
    }

    /** Starts a process that is to be disturbed. */
    SheafProcess start(String... arguments) throws IOException {
        return SheafProcess.start(data, environment, arguments);
    }

    /** Opens the store in this process. */
    HubStore open() {
        return open(data);
    }

    static HubStore open(Path folder) {
        return HubStores.open(folder, new HubIdentity("Kills", "admin@example.org", DOMAIN), InstantSource.system());
    }

    /** Returns a file next to the data directory. */
    Path beside(String end) {
        return data.resolveSibling(data.getFileName() + end);
    }
}
