package dev.sheaf.platform.store;

import java.nio.file.Path;
import java.time.InstantSource;

import dev.sheaf.core.store.StoreException;

/**
 * The place where a store is chosen: opens the {@link HubStore} of a data directory. No other class outside this package knows which
 * implementation it is. Stateless; may be called from any thread.
 */
public final class HubStores {

    private HubStores() {}

    /**
     * Opens the store of a data directory; creates both when absent. The caller closes it. Identify names the HTTP content coding
     * {@code gzip}.
     *
     * @param identity of the hub; its identifier domain counts when the store is created
     * @param clock for datestamps and for the state of sources
     * @throws StoreException when the directory cannot be written, or holds the store of a newer program
     */
    public static HubStore open(Path dataDir, HubIdentity identity, InstantSource clock) {
        return SqliteRecordStore.open(dataDir, identity, clock);
    }

    /** Returns true when a directory holds a store. Creates nothing. */
    public static boolean isIn(Path dataDir) {
        return SqliteRecordStore.isIn(dataDir);
    }
}
