package dev.sheaf.platform.usage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.HubStore;
import dev.sheaf.store.enrichments.ItemKey;
import dev.sheaf.store.enrichments.Relation;
import dev.sheaf.store.enrichments.Relations;
import dev.sheaf.store.usage.UsageLog;
import dev.sheaf.store.usage.UsageLog.DayOfItem;
import dev.sheaf.store.usage.UsageLog.Neighbour;

/**
 * Finds records that are read together: items that the same agents used. The nearest neighbours of each item become relations in the store. The
 * memory does not grow with the number of items. For one thread at a time.
 */
final class Recommender {

    /** Largest number of neighbours of an item. */
    static final int MOST_NEIGHBOURS = 10;
    /** Number of most frequent neighbours among which the nearest are chosen. */
    private static final int CANDIDATES = 200;
    /** Items whose relations are stored together. */
    private static final int PAGE = Relations.MAX_BATCH / MOST_NEIGHBOURS;

    private final UsageLog usage;
    private final Relations relations;
    private final int least;
    private final Predicate<String> open;

    /**
     * Creates a recommender.
     *
     * @param least least number of agents that used two items
     * @param open tells whether everybody may see a source, by its id; items of others get no relations
     */
    Recommender(HubStore store, int least, Predicate<String> open) {
        this.usage = store.usage();
        this.relations = store.relations();
        this.least = least;
        this.open = open;
    }

    /**
     * Computes the relations of all items, and removes those of items that are no longer used.
     *
     * @param stopped polled regularly; true ends the computation, and the remaining relations stay as they are
     */
    void compute(BooleanSupplier stopped) {
        @Nullable
        ItemKey after = null;
        List<ItemKey> page = usage.items(after, PAGE);
        while (!page.isEmpty() && !stopped.getAsBoolean()) {
            List<Relation> found = new ArrayList<>();
            page.forEach(item -> found.addAll(nearest(item)));
            relations.replace(CoUse.KIND, page, found);
            after = page.getLast();
            page = usage.items(after, PAGE);
        }
        removeOfUnused(stopped);
    }

    private List<Relation> nearest(ItemKey item) {
        if (!open.test(item.source())) {
            return List.of();
        }
        long agents = usage.days(item).stream().mapToLong(DayOfItem::agents).sum();
        record Scored(Neighbour neighbour, CoUse use) {}
        return usage.neighbours(item, least, CANDIDATES).stream().filter(other -> open.test(other.item().source()))
                .map(other -> new Scored(other, new CoUse(other.together(), agents, other.agents())))
                .sorted(Comparator.comparingDouble((Scored one) -> one.use().score()).reversed()).limit(MOST_NEIGHBOURS)
                .map(one -> new Relation(item, one.neighbour().item(), CoUse.KIND, one.use().evidence())).toList();
    }

    private void removeOfUnused(BooleanSupplier stopped) {
        remove(relations, item -> usage.days(item).isEmpty(), stopped);
    }

    /** Removes all relations of this kind. */
    static void removeAll(Relations relations, BooleanSupplier stopped) {
        remove(relations, _ -> true, stopped);
    }

    private static void remove(Relations relations, Predicate<ItemKey> wanted, BooleanSupplier stopped) {
        long after = 0;
        List<Relations.Change> changes = relations.changes(after, PAGE);
        while (!changes.isEmpty() && !stopped.getAsBoolean()) {
            List<ItemKey> unused = changes.stream()
                    .filter(change -> !change.removed() && change.relation().kind().equals(CoUse.KIND))
                    .map(change -> change.relation().from()).distinct().filter(wanted).toList();
            if (!unused.isEmpty()) {
                relations.replace(CoUse.KIND, unused, List.of());
            }
            after = changes.getLast().seq();
            changes = relations.changes(after, PAGE);
        }
    }
}
