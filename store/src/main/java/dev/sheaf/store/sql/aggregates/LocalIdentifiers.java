package dev.sheaf.store.sql.aggregates;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.aggregates.SameItems.Item;

/**
 * Table {@code local_identifier}: the items with a local identifier in an aggregate, because another source's item had the same identifier
 * first. An item keeps its local identifier permanently. Belongs to one plan.
 */
public final class LocalIdentifiers {

    static final String OF_ITEMS = """
            select identifier, source, aggregate, shown from local_identifier where identifier in (select value from {texts})""";
    private static final String PUT = """
            insert into local_identifier (identifier, source, aggregate, shown) values (?, ?, ?, ?)
            on conflict (identifier, source, aggregate) do update set shown = excluded.shown""";

    private final Map<Key, Boolean> stored = new HashMap<>();
    private final Map<Key, Boolean> changes = new HashMap<>();

    private record Key(Item item, int aggregate) {}

    /** Reads the rows of these identifiers. */
    void load(SqlConnection sql, Collection<String> identifiers) throws SQLException {
        if (!identifiers.isEmpty()) {
            sql.all(OF_ITEMS, row -> {
                stored.put(new Key(new Item(row.getString(1), row.getInt(2)), row.getInt(3)), row.getInt(4) != 0);
                return true;
            }, JsonArray.ofTexts(identifiers));
        }
    }

    /** Returns true if an item has a local identifier in an aggregate, whether or not the aggregate uses it now. */
    boolean has(Item item, StoredAggregate aggregate) {
        return stored.containsKey(new Key(item, aggregate.number()));
    }

    /** Returns true when the aggregate shows an item under its local identifier, as stored. */
    boolean isUsed(Item item, StoredAggregate aggregate) {
        return stored.getOrDefault(new Key(item, aggregate.number()), false);
    }

    /** Shows an item under its local identifier, or under its own. */
    void set(Item item, StoredAggregate aggregate, boolean used) {
        Key key = new Key(item, aggregate.number());
        if (used || stored.containsKey(key)) {
            changes.put(key, used);
        }
    }

    /** Returns true when the aggregate will show an item under its local identifier. */
    boolean willBeUsed(Item item, StoredAggregate aggregate) {
        Key key = new Key(item, aggregate.number());
        return changes.getOrDefault(key, stored.getOrDefault(key, false));
    }

    /** Returns true when some aggregate will show an item under its local identifier. */
    boolean willBeUsed(Item item, List<StoredAggregate> aggregates) {
        return !(stored.isEmpty() && changes.isEmpty()) && aggregates.stream().anyMatch(aggregate -> willBeUsed(item, aggregate));
    }

    /** Writes the differences. */
    public void write(SqlConnection sql) throws SQLException {
        for (Map.Entry<Key, Boolean> change : changes.entrySet()) {
            Key key = change.getKey();
            if (!change.getValue().equals(stored.get(key))) {
                sql.update(PUT, key.item().identifier(), key.item().source(), key.aggregate(), change.getValue() ? 1 : 0);
            }
        }
    }

    /**
     * Returns the item that keeps an identifier that items of several sources have.
     *
     * @param holders items that never had another identifier
     * @param established those holders that the aggregate has shown under the identifier since it shows all copies
     * @param born first sequence number of each
     */
    static Item keeper(List<Item> holders, Set<Item> established, Map<Item, Long> born) {
        List<Item> candidates = new ArrayList<>(holders);
        if (holders.stream().anyMatch(established::contains)) {
            candidates.removeIf(item -> !established.contains(item));
        }
        Item keeper = candidates.getFirst();
        for (Item item : candidates) {
            long first = born.getOrDefault(item, Long.MAX_VALUE);
            long other = born.getOrDefault(keeper, Long.MAX_VALUE);
            if (first < other || first == other && item.source() < keeper.source()) {
                keeper = item;
            }
        }
        return keeper;
    }
}
