package dev.sheaf.store;

import java.time.Instant;

import dev.sheaf.core.store.StoreException;

/**
 * Repair of damage that {@link StoreCheck} finds. Each kind of damage is repaired in one transaction and without loss. No other process may
 * have the data directory open. {@link dev.sheaf.store.open.HubStores#repair} opens one. Belongs to one thread; the caller closes it.
 *
 * <p>Methods throw a {@link StoreException} when the store cannot be changed.
 */
public interface StoreRepair extends AutoCloseable {

    /** Counts all lists and items again. */
    void counters();

    /**
     * Replaces damaged identifiers of records by the identifier of their item, which is undamaged.
     *
     * @return number of repaired records
     */
    long identifiers();

    /**
     * Marks records with damaged content, so that the next full harvest of their source replaces them although they seem unchanged.
     *
     * @return number of marked records
     */
    long markDamaged();

    /**
     * Gives all records with a datestamp after a time the datestamp of that time. The order of all lists stays, because datestamps grow
     * with the sequence numbers and later ones are at the end.
     *
     * @param now the correct time
     * @return number of records with a new datestamp
     */
    long stamps(Instant now);

    /**
     * Writes the file that coordinates datestamps again. Later datestamps are neither before this time nor before the newest datestamp.
     *
     * @param now the correct time
     */
    void timestampFile(Instant now);

    /** Closes the connection. */
    @Override
    void close();
}
