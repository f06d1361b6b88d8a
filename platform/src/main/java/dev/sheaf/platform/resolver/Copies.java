package dev.sheaf.platform.resolver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.index.CombinedFormat;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.StoredRecord;

/**
 * The copies of an item that a client may see, one of each source. The copy that the aggregate of everything shows is the first.
 *
 * @param identifier of the item, as its sources give it
 * @param all copies; empty if there are none
 */
record Copies(String identifier, List<Copy> all) {

    private static final int MOST = 50;

    /**
     * A copy.
     *
     * @param source id of its source
     * @param live formats of its live records
     * @param withdrawn formats of its deleted records
     */
    record Copy(String source, List<MetadataPrefix> live, List<MetadataPrefix> withdrawn) {

        /** Returns true if it has a live record. */
        boolean isLive() {
            return !live.isEmpty();
        }
    }

    Copies {
        all = List.copyOf(all);
    }

    /** Returns true if there is no copy. */
    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns the first copy with a live record. */
    Optional<Copy> live() {
        return all.stream().filter(Copy::isLive).findFirst();
    }

    /** Returns the same item with the copy of one source alone. */
    Copies of(String source) {
        return new Copies(identifier, all.stream().filter(copy -> copy.source().equals(source)).toList());
    }

    /**
     * Finds the copies of an item. An identifier that only the aggregate of everything uses leads to the item that it stands for.
     *
     * @param sources chooses sources by their ids
     */
    static Copies find(RecordStore store, String identifier, Predicate<String> sources) {
        Copies found = stored(store, identifier, sources);
        if (!found.isEmpty()) {
            return found;
        }
        return store.shown(Aggregate.EVERYTHING, identifier, MetadataPrefix.OAI_DC)
                .filter(shown -> !shown.identifier().equals(identifier))
                .map(shown -> stored(store, shown.identifier(), sources).of(shown.source())).orElse(found);
    }

    private static Copies stored(RecordStore store, String identifier, Predicate<String> sources) {
        Map<String, List<MetadataPrefix>> bySource = new LinkedHashMap<>();
        store.shown(Aggregate.EVERYTHING, identifier, MetadataPrefix.OAI_DC)
                .filter(shown -> shown.identifier().equals(identifier) && sources.test(shown.source()))
                .ifPresent(shown -> bySource.put(shown.source(), new ArrayList<>()));
        store.places(List.of(identifier), prefix -> CombinedFormat.of(prefix).isEmpty()).stream()
                .map(RecordStore.Place::copy).filter(copy -> sources.test(copy.source()))
                .sorted((one, other) -> one.source().equals(other.source())
                        ? one.prefix().value().compareTo(other.prefix().value())
                        : one.source().compareTo(other.source()))
                .forEach(copy -> bySource.computeIfAbsent(copy.source(), _ -> new ArrayList<>()).add(copy.prefix()));
        List<Copy> copies = new ArrayList<>();
        bySource.entrySet().stream().limit(MOST).forEach(entry -> {
            List<MetadataPrefix> live = new ArrayList<>();
            List<MetadataPrefix> withdrawn = new ArrayList<>();
            for (MetadataPrefix prefix : entry.getValue()) {
                Optional<StoredRecord> record = store.get(entry.getKey(), prefix, identifier);
                record.ifPresent(stored -> (stored.record().deleted() ? withdrawn : live).add(prefix));
            }
            if (!live.isEmpty() || !withdrawn.isEmpty()) {
                copies.add(new Copy(entry.getKey(), live, withdrawn));
            }
        });
        return new Copies(identifier, copies);
    }
}
