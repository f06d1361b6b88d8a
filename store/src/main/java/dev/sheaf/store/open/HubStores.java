package dev.sheaf.store.open;

import java.nio.file.Path;
import java.time.InstantSource;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.Salvage;
import dev.sheaf.store.StoreCheck;
import dev.sheaf.store.StoreCopy;
import dev.sheaf.store.StoreRepair;
import dev.sheaf.store.Uptime;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.hub.SqlHubStore;
import dev.sheaf.store.sqlite.SqliteCopies;
import dev.sheaf.store.sqlite.SqliteDatabase;
import dev.sheaf.store.sqlite.SqliteSalvage;
import dev.sheaf.store.sqlite.SqliteStoreCheck;
import dev.sheaf.store.sqlite.SqliteStoreRepair;

/**
 * Entry point to the store: opens the {@link HubStore} of a data directory, and examines, repairs and copies it. Only this package knows
 * the implementation. Stateless; may be called from any thread.
 */
public final class HubStores {

    private HubStores() {}

    /**
     * Opens the store of a data directory; creates both if they are missing. The caller closes it. Identify names the HTTP content coding
     * {@code gzip}.
     *
     * @param identity of the hub; its identifier domain counts when the store is created
     * @param clock for datestamps and for the state of sources
     * @throws StoreException when the directory cannot be written, or holds the store of another version, or when its store is lost or
     * damaged
     */
    public static HubStore open(Path dataDir, HubIdentity identity, InstantSource clock) {
        return open(dataDir, identity, clock, Uptime.UNKNOWN);
    }

    /**
     * Opens the store of a data directory, as the other method does, and doubts a clock that is more than a day ahead of the uptime of the
     * machine: nothing gets a datestamp then.
     *
     * @param uptime uptime of this machine
     */
    public static HubStore open(Path dataDir, HubIdentity identity, InstantSource clock, Uptime uptime) {
        return SqlHubStore.open(SqliteDatabase.in(dataDir, SqlConnection.WriteFault.NONE), identity, clock, uptime);
    }

    /** Returns true if a directory contains a store, or other files of one whose database is missing. Creates nothing. */
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
     * Opens the examination of a store, which may be damaged. The caller closes it.
     *
     * @param dataDir contains a store
     * @param uptime uptime of this machine
     * @throws StoreException if the store cannot be read at all
     */
    public static StoreCheck check(Path dataDir, Uptime uptime) {
        return new SqliteStoreCheck(dataDir, uptime);
    }

    /**
     * Opens the repair of a store. No other process may have the store open. The caller closes it.
     *
     * @param dataDir contains a store
     * @param uptime uptime of this machine
     * @throws StoreException if the store cannot be changed
     */
    public static StoreRepair repair(Path dataDir, Uptime uptime) {
        return new SqliteStoreRepair(dataDir, uptime);
    }

    /**
     * Copies a store. The copy shows the state of one moment, even while other processes write.
     *
     * @param target an empty file, which the copy fills
     * @return numbers of the copy itself
     * @throws StoreException when the store cannot be read or has tables of another version, or the copy cannot be written; the message names
     * the reason
     */
    public static StoreCopy copy(Path dataDir, Path target) {
        return SqliteCopies.write(dataDir, target);
    }

    /**
     * Checks the structure of a copy, page by page.
     *
     * @param copy written by {@link #copy}
     * @return its numbers
     * @throws StoreException if the file is damaged, is no store, or has tables of another version
     */
    public static StoreCopy checkCopy(Path copy) {
        return SqliteCopies.check(copy);
    }

    /**
     * Writes what can be read of a damaged store into a new one. The damaged store does not change.
     *
     * @param dataDir contains a store
     * @param target directory of the new store; missing or empty
     * @param identity of the hub, whose identifier domain counts if that of the damaged store cannot be read
     * @throws StoreException if no part of the store can be read, or if the new one cannot be written
     */
    public static Salvage salvage(Path dataDir, Path target, HubIdentity identity, InstantSource clock) {
        try (SqliteSalvage salvage = new SqliteSalvage(dataDir, target);
                HubStore store = open(target, new HubIdentity(identity.name(), identity.adminEmail(),
                        salvage.domain().orElse(identity.repositoryIdentifier())), clock)) {
            return salvage.into(store);
        }
    }
}
