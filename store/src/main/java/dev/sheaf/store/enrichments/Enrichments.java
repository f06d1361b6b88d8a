package dev.sheaf.store.enrichments;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Additions of services to items. They are not part of the hash of a record, and their changes give no record a new datestamp.
 *
 * <p><b>Order of changes.</b> Each change gets the next sequence number of the store; records get theirs from the same sequence. Changes
 * become visible in the order of these numbers, whichever process makes them, so a follower that continues after the last number it has
 * read misses none. Numbers have gaps.
 *
 * <p><b>Deleted records.</b> An item whose records are all deleted keeps its enrichments, because the records may return; the deletion itself
 * is among the changes of records. The removal of a source with its records removes the enrichments of its items, in portions. A source
 * that is removed without its records keeps them.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for unknown sources and items.
 */
public interface Enrichments {

    /** Largest number of items or enrichments in one call. */
    int MAX_BATCH = 1_000;
    /** Largest number of bytes in one call of {@link #put}, and in one page of {@link #changes}; a page has at least one enrichment. */
    int MAX_BATCH_BYTES = 32 << 20;

    /**
     * A change.
     *
     * @param seq sequence number
     * @param enrichment with its present bytes; without bytes if it was removed
     * @param removed true if the item no longer has an enrichment of this kind
     */
    record Change(long seq, Enrichment enrichment, boolean removed) {}

    /**
     * Stores enrichments; each replaces the one of its item and kind. An enrichment that is already stored with the same bytes does not
     * change. Items without a live record are skipped: their source may have been removed since the caller read them.
     *
     * @return number of enrichments stored or replaced
     * @throws IllegalArgumentException when there are more than {@link #MAX_BATCH}, or more bytes than {@link #MAX_BATCH_BYTES}
     */
    int put(Collection<Enrichment> enrichments);

    /**
     * Removes the enrichments of a kind from items; items without one are skipped. Followers see the removal.
     *
     * @return number of enrichments removed
     * @throws IllegalArgumentException when there are more than {@link #MAX_BATCH} items
     */
    int remove(String kind, Collection<ItemKey> items);

    /** Returns the enrichments of an item, ordered by kind. */
    List<Enrichment> of(ItemKey item);

    /**
     * Returns the enrichments of one kind of many items; items without one are absent.
     *
     * @throws IllegalArgumentException when there are more than {@link #MAX_BATCH} items
     */
    Map<ItemKey, Enrichment> of(String kind, Collection<ItemKey> items);

    /**
     * Returns the next changes in the order of their numbers, with only the last change of each enrichment; empty if there are no more.
     *
     * @param after number of the last known change; 0 to begin
     * @param limit largest number of changes; a page may have fewer although more follow, see {@link #MAX_BATCH_BYTES}
     */
    List<Change> changes(long after, int limit);
}
