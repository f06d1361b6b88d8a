package dev.sheaf.store;

/**
 * Numbers by which a copy of a store is compared with its original. {@link dev.sheaf.store.open.HubStores#copy} makes copies.
 *
 * @param schemaVersion of the tables
 * @param sources number of registered sources
 * @param records number of stored records, one for each source, identifier and format, including deleted ones
 * @param lastSequence number of the newest change
 */
public record StoreCopy(int schemaVersion, long sources, long records, long lastSequence) {

    /** Name of the database's file in a data directory. */
    public static final String DATABASE_FILE = "sheaf.db";
    /** Name of the file with the key of the secrets in a data directory. The file is missing if the store never had a secret. */
    public static final String KEY_FILE = "secrets.key";
}
