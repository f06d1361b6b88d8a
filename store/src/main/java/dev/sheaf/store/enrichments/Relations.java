package dev.sheaf.store.enrichments;

import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Relations between items, which services find. What {@link Enrichments} says of hashes, of the order of changes and of deleted records
 * holds for relations too. The removal of a source with its records removes the relations from and to its items.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for unknown sources and items.
 */
public interface Relations {

    /** Items and relations in one call at most, each. */
    int MAX_BATCH = 1_000;

    /**
     * A change.
     *
     * @param seq sequence number
     * @param relation with its present evidence; with none when it was removed
     * @param removed true when the relation does not hold any more
     */
    record Change(long seq, Relation relation, boolean removed) {}

    /**
     * Replaces the relations of a kind that begin at some items. A relation that is stored already with the same evidence stays as it is.
     * Relations with an end that has no live record are skipped; those of them that are stored are removed.
     *
     * @param from items at which all relations begin; those without a relation here have none afterwards
     * @param relations of this kind
     * @return how many relations were stored, replaced or removed
     * @throws IllegalArgumentException when a relation has another kind or begins elsewhere, or there are more than {@link #MAX_BATCH}
     *     items or relations
     */
    int replace(String kind, Collection<ItemKey> from, Collection<Relation> relations);

    /**
     * Returns relations of a kind that begin at an item, in an order that stays the same.
     *
     * @param after the other item of the last relation that is known; null to begin
     * @param limit relations wanted at most
     */
    List<Relation> from(ItemKey item, String kind, @Nullable ItemKey after, int limit);

    /** Returns relations of a kind that end at an item; otherwise like {@link #from}. */
    List<Relation> to(ItemKey item, String kind, @Nullable ItemKey after, int limit);

    /**
     * Returns the next changes in the order of their numbers, of each relation the last one; empty when there are no more.
     *
     * @param after number of the last change that is known; 0 to begin
     * @param limit changes wanted at most, up to {@link #MAX_BATCH}
     */
    List<Change> changes(long after, int limit);
}
