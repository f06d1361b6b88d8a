package dev.sheaf.store.aggregates;

import java.util.Map;
import java.util.Set;

import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.StoreException;

/**
 * Membership of records in aggregates: changes that are carried out later or by access lists.
 * {@link dev.sheaf.store.HubStore#put(Aggregate)} and {@link dev.sheaf.store.HubStore#removeAggregate} change an aggregate and wait.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Membership is brought up to date in portions between which others can
 * write; when the process dies, the next one that opens the store continues.
 */
public interface AggregateMembership {

    /**
     * Adds or changes an aggregate without waiting for its records; {@link #finish} brings them up to date.
     *
     * @throws StoreException when a source has the id
     */
    void putLater(Aggregate aggregate);

    /**
     * Takes an aggregate away without waiting for its records.
     *
     * @throws StoreException when there is none with the id, or it is that of everything
     */
    void removeLater(String id);

    /** Brings the membership of all records up to date, also where another process has died over it; returns when it is complete. */
    void finish();

    /**
     * Keeps the access lists of sources and aggregates, and changes memberships accordingly: a source takes part in an aggregate when everyone
     * who may read the aggregate may read the source too. Returns when the membership of all records is complete.
     *
     * @param byId lists of sources and aggregates that have one of their own; {@link Aggregate#EVERYTHING} for the one of everything
     * @param others the list of all others
     */
    void keepAccessLists(Map<String, AccessList> byId, AccessList others);

    /** Returns the ids of the sources, those that were removed included, that do not take part in the aggregate of everything. */
    Set<String> leftOutOfEverything();
}
