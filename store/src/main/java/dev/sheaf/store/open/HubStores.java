package dev.sheaf.store.open;

import java.nio.file.Path;
import java.time.InstantSource;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.StoreCheck;
import dev.sheaf.store.StoreCopy;
import dev.sheaf.store.StoreRepair;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.hub.SqlHubStore;
import dev.sheaf.store.sqlite.SqliteCopies;
import dev.sheaf.store.sqlite.SqliteDatabase;
import dev.sheaf.store.sqlite.SqliteStoreCheck;
import dev.sheaf.store.sqlite.SqliteStoreRepair;

/**
 * The place where a store is chosen: opens the {@link HubStore} of a data directory, and examines, repairs and copies it. Nobody outside this
 * package knows which implementation it is. Stateless; may be called from any thread.
 */
public final class HubStores {

    private HubStores() {}

    /**
     * Opens the store of a data directory; creates both when absent. The caller closes it. Identify names the HTTP content coding
     * {@code gzip}.
     *
     * @param identity of the hub; its identifier domain counts when the store is created
     * @param clock for datestamps and for the state of sources
     * @throws StoreException when the directory cannot be written, or holds the store of another version
     */
    public static HubStore open(Path dataDir, HubIdentity identity, InstantSource clock) {
        return SqlHubStore.open(SqliteDatabase.in(dataDir, SqlConnection.WriteFault.NONE), identity, clock);
    }

    /** Returns true when a directory holds a store. Creates nothing. */
    public static boolean isIn(Path dataDir) {
        return SqliteDatabase.isIn(dataDir);
    }

    /**
     * Returns true while another process or thread has the store of a data directory open. The answer may be outdated as soon as it is given.
     *
     * @throws StoreException when the store cannot be opened
     */
    public static boolean isInUse(Path dataDir) {
        return SqliteCopies.isOpenElsewhere(dataDir);
    }

    /**
     * Opens the examination of a store, which need not be well. The caller closes it.
     *
     * @param dataDir with a store in it
     * @throws StoreException when the store cannot be read at all
     */
    public static StoreCheck check(Path dataDir) {
        return new SqliteStoreCheck(dataDir);
    }

    /**
     * Opens the repair of a store, which nothing else may have open. The caller closes it.
     *
     * @param dataDir with a store in it
     * @throws StoreException when the store cannot be changed
     */
    public static StoreRepair repair(Path dataDir) {
        return new SqliteStoreRepair(dataDir);
    }

    /**
     * Copies a store. The copy shows one moment, also while other processes write.
     *
     * @param target an empty file, which the copy fills
     * @return numbers of the copy itself
     * @throws StoreException when the store cannot be read or has tables of another version, or the copy cannot be written; the message names
     *     the reason
     */
    public static StoreCopy copy(Path dataDir, Path target) {
        return SqliteCopies.write(dataDir, target);
    }

    /**
     * Checks the structure of a copy, page by page.
     *
     * @param copy written by {@link #copy}
     * @return its numbers
     * @throws StoreException when the file is damaged, is no store, or has tables of another version
     */
    public static StoreCopy checkCopy(Path copy) {
        return SqliteCopies.check(copy);
    }
}
