package dev.sheaf.store.sql.aggregates;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import dev.sheaf.core.store.Collisions;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.OriginDeletions;

/**
 * Choice of the copies of a record that an aggregate shows when several sources have one. Under every policy a live copy precedes a deleted
 * one, and a copy as the origin sent it precedes an altered one. Under most-recent there is one exception: a deletion by the origin itself
 * that is newer than every live copy precedes them, because the other sources have only not withdrawn the record yet.
 *
 * <p>The number of hops is compared before the time of arrival. Each aggregator in a circle of aggregators then prefers the copy from
 * outside the circle, so the choices become stable.
 */
final class CollisionRule {

    private static final Comparator<ItemRow> EARLIEST_FIRST = Comparator.<ItemRow>comparingLong(row -> row.born)
            .thenComparingInt(row -> row.source);
    /**
     * Order that puts faultless copies first. An altered copy may be shown under another identifier, and that of a faultless copy would
     * then be shown as deleted.
     */
    private static final Comparator<ItemRow> FAULTLESS_FIRST = Comparator.<ItemRow>comparingInt(row -> row.isAltered() ? 1 : 0);
    private static final Comparator<ItemRow> MOST_RECENT_FIRST = Comparator.<ItemRow>comparingLong(row -> row.origin).reversed()
            .thenComparingInt(row -> row.hops)
            .thenComparing(EARLIEST_FIRST);

    /**
     * Order of deleted copies. Deletions have no provenance, so their dates say nothing, and a deletion that merely circulates must not
     * replace the first one.
     */
    private static final Comparator<ItemRow> DELETED_COPIES = Comparator.<ItemRow>comparingInt(row -> row.lived ? 0 : 1)
            .thenComparing(EARLIEST_FIRST);

    private CollisionRule() {}

    /**
     * Returns the copies to show.
     *
     * @param copies at least one, of one item in one format
     * @param trust rank of a copy's source in the order of trust; lower ranks are trusted more
     * @param origins decides whose deletion counts
     * @param says returns a digest of a copy's content, independent of its source
     */
    static List<ItemRow> shown(Collisions policy, List<ItemRow> copies, ToIntFunction<ItemRow> trust,
            OriginDeletions origins, Function<ItemRow, byte[]> says) {
        if (copies.size() == 1) {
            return copies;
        }
        List<ItemRow> live = copies.stream().filter(copy -> !copy.deleted).toList();
        if (policy == Collisions.KEEP_ALL) {
            List<ItemRow> lived = copies.stream().filter(copy -> copy.lived).toList();
            return lived.isEmpty() ? List.of(first(copies, DELETED_COPIES)) : lived;
        }
        if (live.isEmpty()) {
            return List.of(first(copies, DELETED_COPIES));
        }
        if (policy == Collisions.MOST_RECENT) {
            List<ItemRow> deletion = copies.stream().filter(copy -> origins.outdates(copy, live)).limit(1).toList();
            if (!deletion.isEmpty()) {
                return deletion;
            }
        }
        return List.of(switch (policy) {
            case TRUSTED_ORDER -> first(live, FAULTLESS_FIRST.thenComparingInt(trust).thenComparing(MOST_RECENT_FIRST));
            case IDENTICAL_ONCE -> identicalOnce(live, says);
            case MOST_RECENT, KEEP_ALL -> first(live, FAULTLESS_FIRST.thenComparing(MOST_RECENT_FIRST));
        });
    }

    private static ItemRow identicalOnce(List<ItemRow> live, Function<ItemRow, byte[]> says) {
        ItemRow best = first(live, FAULTLESS_FIRST.thenComparing(MOST_RECENT_FIRST));
        byte[] said = says.apply(best);
        return live.stream().filter(copy -> Arrays.equals(says.apply(copy), said))
                .min(FAULTLESS_FIRST.thenComparing(EARLIEST_FIRST)).orElse(best);
    }

    private static ItemRow first(List<ItemRow> copies, Comparator<ItemRow> order) {
        return copies.stream().min(order).orElseThrow();
    }
}
