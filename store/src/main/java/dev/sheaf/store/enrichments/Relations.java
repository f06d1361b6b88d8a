package dev.sheaf.store.enrichments;

import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Relations between items, which services find. The rules of {@link Enrichments} on hashes, on the order of changes and on deleted records
 * apply to relations too. The removal of a source with its records removes the relations from and to its items.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for unknown sources and items.
 */
public interface Relations {

    /** Largest number of items, and of relations, in one call. */
    int MAX_BATCH = 1_000;

    /**
     * A change.
     *
     * @param seq sequence number
     * @param relation with its present evidence; without evidence if it was removed
     * @param removed true if the relation no longer exists
     */
    record Change(long seq, Relation relation, boolean removed) {}

    /**
     * Replaces the relations of a kind that begin at some items. A relation that is already stored with the same evidence does not change.
     * Relations to an item without a live record are skipped, and removed if they are stored.
     *
     * @param from items at which all relations begin; items without a relation in this call have none afterwards
     * @param relations of this kind
     * @return how many relations were stored, replaced or removed
     * @throws IllegalArgumentException when a relation has another kind or begins elsewhere, or there are more than {@link #MAX_BATCH}
     * items or relations
     */
    int replace(String kind, Collection<ItemKey> from, Collection<Relation> relations);

    /**
     * Returns relations of a kind that begin at an item, in a stable order.
     *
     * @param after the other item of the last known relation; null to begin
     * @param limit largest number of relations
     */
    List<Relation> from(ItemKey item, String kind, @Nullable ItemKey after, int limit);

    /** Returns relations of a kind that end at an item; otherwise like {@link #from}. */
    List<Relation> to(ItemKey item, String kind, @Nullable ItemKey after, int limit);

    /**
     * Returns the next changes in the order of their numbers, with only the last change of each relation; empty if there are no more.
     *
     * @param after number of the last known change; 0 to begin
     * @param limit largest number of changes, up to {@link #MAX_BATCH}
     */
    List<Change> changes(long after, int limit);
}
