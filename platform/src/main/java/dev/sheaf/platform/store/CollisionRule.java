package dev.sheaf.platform.store;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import dev.sheaf.core.store.Collisions;

/**
 * Which of several sources' copies of a record an aggregate shows. Under every policy a live copy comes before a deleted one.
 *
 * <p>The fewest hops decide before the first to come: each aggregator of a circle then prefers the way that leads out of it, and all come to
 * rest.
 */
final class CollisionRule {

    private static final Comparator<ItemRow> LIVE_FIRST = Comparator.comparingInt(row -> row.deleted ? 1 : 0);
    private static final Comparator<ItemRow> EARLIEST_FIRST = Comparator.<ItemRow>comparingLong(row -> row.born)
            .thenComparingInt(row -> row.source);
    private static final Comparator<ItemRow> MOST_RECENT_FIRST = Comparator.<ItemRow>comparingLong(row -> row.origin).reversed()
            .thenComparingInt(row -> row.hops)
            .thenComparing(EARLIEST_FIRST);

    private CollisionRule() {}

    /**
     * The copies to show.
     *
     * @param copies at least one, of one item in one format
     * @param trust place of a copy's source in the order of trust, the lower the better
     * @param says digest of what a copy says, whoever it comes from
     */
    static List<ItemRow> shown(Collisions policy, List<ItemRow> copies, ToIntFunction<ItemRow> trust,
            Function<ItemRow, byte[]> says) {
        if (copies.size() == 1) {
            return copies;
        }
        return switch (policy) {
            case MOST_RECENT -> List.of(first(copies, LIVE_FIRST.thenComparing(MOST_RECENT_FIRST)));
            case TRUSTED_ORDER -> List.of(first(copies, LIVE_FIRST.thenComparingInt(trust).thenComparing(MOST_RECENT_FIRST)));
            case IDENTICAL_ONCE -> List.of(identicalOnce(copies, says));
            case KEEP_ALL -> copies;
        };
    }

    private static ItemRow identicalOnce(List<ItemRow> copies, Function<ItemRow, byte[]> says) {
        ItemRow best = first(copies, LIVE_FIRST.thenComparing(MOST_RECENT_FIRST));
        byte[] said = says.apply(best);
        return copies.stream().filter(copy -> copy.deleted == best.deleted && Arrays.equals(says.apply(copy), said))
                .min(EARLIEST_FIRST).orElse(best);
    }

    private static ItemRow first(List<ItemRow> copies, Comparator<ItemRow> order) {
        return copies.stream().min(order).orElseThrow();
    }
}
