package dev.sheaf.store.aggregates;

import java.util.Map;
import java.util.Set;

import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.StoreException;

/**
 * Membership of records in aggregates, for changes that are carried out later or follow from access lists. {@link
 * dev.sheaf.store.HubStore#put(Aggregate)} and {@link dev.sheaf.store.HubStore#removeAggregate} change an aggregate and wait.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Membership is updated in portions, between which other processes can write. If
 * the process dies, the next process that opens the store continues.
 */
public interface AggregateMembership {

    /**
     * Adds or changes an aggregate without waiting for its records; {@link #finish} updates their membership.
     *
     * @throws StoreException when a source has the id
     */
    void putLater(Aggregate aggregate);

    /**
     * Removes an aggregate without waiting for its records.
     *
     * @throws StoreException if there is none with the id, or if it is the aggregate of everything
     */
    void removeLater(String id);

    /** Updates the membership of all records, and also finishes the work of a process that died; returns when all is done. */
    void finish();

    /**
     * Stores the access lists of sources and aggregates, and changes memberships accordingly: a source takes part in an aggregate if
     * everyone who may read the aggregate may also read the source. Returns when the membership of all records is complete.
     *
     * @param byId lists of sources and aggregates with a list of their own, by id; {@link Aggregate#EVERYTHING} for the aggregate of
     * everything
     * @param others list of all others
     */
    void keepAccessLists(Map<String, AccessList> byId, AccessList others);

    /**
     * Stores access lists that close something, and leaves the stored lists of all other sources and aggregates as they are. Commands use it
     * before they store records, so that a source that the configuration closes is never in an aggregate. Writes nothing if the lists are
     * stored already.
     *
     * @param byId see {@link #keepAccessLists}; open lists are ignored
     * @param others list of all others; ignored if it is open
     */
    void addAccessLists(Map<String, AccessList> byId, AccessList others);

    /**
     * Returns the ids of the sources that the access lists keep out of an aggregate, including removed sources.
     *
     * @param aggregate id; {@link Aggregate#EVERYTHING} for that of everything
     */
    Set<String> leftOut(String aggregate);

    /**
     * Notes that an answer of an aggregate goes out. When a source is closed later, its records are shown as deleted if such an answer may
     * have shown them, and leave without a trace otherwise. Writes only when much has changed since the last note. Does nothing if no aggregate
     * has the id, or if the store cannot be written.
     *
     * @param aggregate id; {@link Aggregate#EVERYTHING} for that of everything
     */
    void noteServed(String aggregate);

    /**
     * Notes an answer, as {@link #noteServed} does, whose records this store's {@link dev.sheaf.core.repository.Repository} objects have read.
     * They have noted how far they read, so that most answers need no further reading.
     *
     * @param aggregate id; {@link Aggregate#EVERYTHING} for that of everything
     */
    void noteReadAndServed(String aggregate);

    /** Returns the ids of the sources that do not take part in the aggregate of everything, including removed sources. */
    default Set<String> leftOutOfEverything() {
        return leftOut(Aggregate.EVERYTHING);
    }
}
