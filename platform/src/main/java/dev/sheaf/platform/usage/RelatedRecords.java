package dev.sheaf.platform.usage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

import dev.sheaf.store.HubStore;
import dev.sheaf.store.enrichments.ItemKey;
import dev.sheaf.store.enrichments.Relation;
import dev.sheaf.store.enrichments.Relations;

/** Records that are read together, as the last computation left them in the store. Thread-safe. */
public final class RelatedRecords {

    private final Relations relations;

    /** Creates a view of the store's relations. */
    public RelatedRecords(HubStore store) {
        this.relations = store.relations();
    }

    /**
     * A record that is read together with another one.
     *
     * @param together number of agents that used both
     * @param score cosine from 0 to 1, with three decimals
     */
    public record Related(ItemKey item, long together, String score) {}

    /**
     * Returns the records that are read together with an item, the nearest first; some may have been withdrawn since the last computation.
     *
     * @param sources chooses sources by their ids
     */
    public List<Related> of(ItemKey item, Predicate<String> sources) {
        record Scored(ItemKey item, CoUse use) {}
        List<Scored> found = new ArrayList<>();
        for (Relation relation : relations.from(item, CoUse.KIND, null, Recommender.MOST_NEIGHBOURS)) {
            if (sources.test(relation.to().source())) {
                CoUse.of(relation.evidence()).ifPresent(use -> found.add(new Scored(relation.to(), use)));
            }
        }
        found.sort(Comparator.comparingDouble((Scored one) -> one.use().score()).reversed());
        return found.stream().map(one -> new Related(one.item(), one.use().together(), one.use().scoreText())).toList();
    }
}
