package dev.sheaf.store;

import java.time.Instant;

import dev.sheaf.core.store.StoreException;

/**
 * Repairs damage that {@link StoreCheck} finds, each kind in one transaction of its own and without loss. Nothing else may have the data
 * directory open. {@link dev.sheaf.store.open.HubStores#repair} opens one. Belongs to one thread; the caller closes it.
 *
 * <p>Methods throw a {@link StoreException} when the store cannot be changed.
 */
public interface StoreRepair extends AutoCloseable {

    /** Counts all lists and items again. */
    void counters();

    /**
     * Gives records whose identifier differs from that of their item the identifier of the item, which has not changed its place.
     *
     * @return how many
     */
    long identifiers();

    /**
     * Marks records whose content is damaged, so that the next full harvest of their source replaces them although it says that they are
     * unchanged.
     *
     * @return how many
     */
    long markDamaged();

    /**
     * Gives everything that is dated after a time the datestamp of that time. The order of all lists stays: datestamps grow with the sequence
     * numbers, so what is dated later stands at their end.
     *
     * @param now the right time
     * @return how many records were dated again
     */
    long stamps(Instant now);

    /** Writes the file in which processes agree on datestamps again; nothing is dated before a time and before the newest datestamp. */
    void timestampFile(Instant now);

    /** Closes the connection. */
    @Override
    void close();
}
