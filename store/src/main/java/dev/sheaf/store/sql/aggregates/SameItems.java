package dev.sheaf.store.sql.aggregates;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.records.IdentifierSchemes;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.Items;
import dev.sheaf.store.sql.records.Origin;

/**
 * Detection of items of sources that are the same item, by the three tests of the guidelines for aggregators: the same identifier of a
 * recognised scheme; the same identifier from the same base URL; the same identifier and base URL in their provenance. Belongs to one plan.
 *
 * <p>Each item has labels: a recognised identifier, and the key of its origin (see {@link Origin#key}). Items that share a label are the
 * same item.
 */
public final class SameItems {

    /** Largest number of items that may claim one origin. A repository whose records all name the same origin must not become a single item. */
    private static final int MOST = 64;
    /** Largest number of steps from one label to the next; each costs queries. */
    private static final int MOST_ROUNDS = 8;
    static final String OF_ITEMS = """
            select origin, identifier, source from same_item {index same_item_of_item} where identifier in (select value from {texts})""";
    static final String OF_ORIGIN = "select identifier, source from same_item where origin = ? limit ?";

    private final SqlConnection sql;
    private final Map<String, List<ItemRow>> items;
    private final Map<Item, Set<String>> origins = new HashMap<>();
    private final Map<Integer, String> baseUrls = new HashMap<>();
    private final Set<String> crowded = new HashSet<>();

    /** An item of a source. */
    record Item(String identifier, int source) {}

    /**
     * Finds the items that are the same as some given ones.
     *
     * @param items all copies by identifier; copies of the same items are added
     * @param touched identifiers to begin with
     */
    SameItems(SqlConnection sql, Map<String, List<ItemRow>> items, Collection<String> touched) throws SQLException {
        this.sql = sql;
        this.items = items;
        boolean any = sql.one("select 1 from same_item limit 1", _ -> true).orElse(false);
        for (String identifier : touched) {
            for (ItemRow row : items.getOrDefault(identifier, List.of())) {
                if (row.sameItemKey != null) {
                    any = true;
                    origins.computeIfAbsent(new Item(identifier, row.source), _ -> new HashSet<>()).add(row.sameItemKey);
                }
            }
        }
        if (any) {
            load(touched);
        }
    }

    private void load(Collection<String> touched) throws SQLException {
        Set<String> labels = new HashSet<>();
        Collection<String> fresh = touched;
        for (int round = 0; round < MOST_ROUNDS && !fresh.isEmpty(); round++) {
            sql.all(OF_ITEMS, row -> origins.computeIfAbsent(new Item(row.getString(2), row.getInt(3)), _ -> new HashSet<>())
                    .add(row.getString(1)), JsonArray.ofTexts(fresh));
            Set<String> found = new LinkedHashSet<>();
            for (String identifier : fresh) {
                for (ItemRow row : items.getOrDefault(identifier, List.of())) {
                    for (String label : labels(new Item(identifier, row.source))) {
                        if (labels.add(label)) {
                            found.addAll(named(label));
                        }
                    }
                }
            }
            found.removeAll(items.keySet());
            if (!found.isEmpty()) {
                items.putAll(Items.load(sql, found));
            }
            fresh = found;
        }
    }

    /** Returns the identifiers of items that may have a label. */
    private List<String> named(String label) throws SQLException {
        List<String> identifiers = new ArrayList<>();
        identifiers.add(Origin.identifier(label));
        List<Item> claiming = sql.all(OF_ORIGIN, row -> new Item(row.getString(1), row.getInt(2)), label, MOST + 1);
        if (claiming.size() > MOST) {
            crowded.add(label);
            return identifiers;
        }
        for (Item item : claiming) {
            origins.computeIfAbsent(item, _ -> new HashSet<>()).add(label);
            identifiers.add(item.identifier());
        }
        return identifiers;
    }

    private Set<String> labels(Item item) throws SQLException {
        Set<String> labels = new LinkedHashSet<>(origins.getOrDefault(item, Set.of()));
        boolean recognised = IdentifierSchemes.isRecognised(item.identifier());
        if (recognised) {
            labels.add(item.identifier());
        } else if (labels.isEmpty()) {
            labels.add(Origin.key(baseUrl(item.source()), item.identifier()));
        }
        labels.removeIf(label -> crowded.contains(label) && !(recognised && label.equals(item.identifier())));
        return labels;
    }

    /** Returns the base URL of a source. Local sources have none, because each is a repository of its own. */
    private String baseUrl(int source) throws SQLException {
        String known = baseUrls.get(source);
        if (known == null) {
            known = sql.one("select base_url from source where num = ?", row -> row.getString(1), source)
                    .orElse("source " + source);
            baseUrls.put(source, known);
        }
        return known;
    }

    /** Returns the touched items in groups, each with all items that are the same. */
    List<List<Item>> groups(Collection<String> touched) throws SQLException {
        Map<String, List<Item>> byLabel = new LinkedHashMap<>();
        Map<Item, Set<String>> labels = new LinkedHashMap<>();
        for (Map.Entry<String, List<ItemRow>> entry : items.entrySet()) {
            for (ItemRow row : entry.getValue()) {
                Item item = new Item(entry.getKey(), row.source);
                if (row.source > 0 && !labels.containsKey(item)) {
                    Set<String> found = labels(item);
                    labels.put(item, found);
                    found.forEach(label -> byLabel.computeIfAbsent(label, _ -> new ArrayList<>(2)).add(item));
                }
            }
        }
        List<List<Item>> groups = new ArrayList<>();
        Set<Item> grouped = new HashSet<>();
        for (String identifier : touched) {
            for (ItemRow row : items.getOrDefault(identifier, List.of())) {
                Item item = new Item(identifier, row.source);
                if (row.source > 0 && grouped.add(item)) {
                    groups.add(group(item, labels, byLabel, grouped));
                }
            }
        }
        return groups;
    }

    private static List<Item> group(Item first, Map<Item, Set<String>> labels, Map<String, List<Item>> byLabel,
            Set<Item> grouped) {
        List<Item> group = new ArrayList<>(2);
        Deque<Item> open = new ArrayDeque<>(List.of(first));
        while (!open.isEmpty()) {
            Item item = open.poll();
            group.add(item);
            for (String label : labels.getOrDefault(item, Set.of())) {
                List<Item> alike = byLabel.getOrDefault(label, List.of());
                boolean crowd = alike.size() > MOST && !label.equals(item.identifier());
                for (Item other : crowd ? List.<Item>of() : alike) {
                    if (grouped.add(other)) {
                        open.add(other);
                    }
                }
            }
        }
        return group;
    }

    /** Stores what the new versions of a plan state about their origin. */
    public static void note(SqlConnection sql, Collection<ItemRow> moved) throws SQLException {
        for (ItemRow row : moved) {
            if (row.sameItemKey != null) {
                sql.update("insert into same_item (origin, identifier, source) values (?, ?, ?) on conflict do nothing",
                        row.sameItemKey,
                        row.identifier,
                        row.source);
            }
        }
    }
}
