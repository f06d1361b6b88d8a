package dev.sheaf.store;

/**
 * Numbers by which a copy of a store is compared with its original. {@link dev.sheaf.store.open.HubStores#copy} makes copies.
 *
 * @param schemaVersion of the tables
 * @param sources registered
 * @param records kept, one for each source, identifier and format, deleted ones included
 * @param lastSequence number of the newest change
 */
public record StoreCopy(int schemaVersion, long sources, long records, long lastSequence) {

    /** Name of the database's file in a data directory. */
    public static final String DATABASE_FILE = "sheaf.db";
    /** Name of the file with the key of the secrets in a data directory. Absent when no secret was ever kept. */
    public static final String KEY_FILE = "secrets.key";
}
