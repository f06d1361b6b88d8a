package dev.sheaf.store.sql.aggregates;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.lists.Lists;
import dev.sheaf.store.sql.lists.Membership;
import dev.sheaf.store.sql.records.ItemRow;

/**
 * Identifiers under which an aggregate showed copies that it now shows under others. Its lists show the former identifiers as deleted. They
 * are stored as records of a pseudo-source with the number of the aggregate's lists (0 and below). Belongs to one transaction.
 */
final class AbandonedIdentifiers {

    private static final String FIND = """
            select r.seq, r.ds, r.scopes from item i {then join} rec r on r.seq = i.seq
            where i.identifier = ? and i.prefix = ? and i.source = ?""";
    private static final String ADD_RECORD = """
            insert into rec (seq, source, prefix, ds, flags, identifier, scopes) values (?, ?, ?, ?, ?, ?, ?)""";
    private static final String ADD_ITEM = """
            insert into item (identifier, prefix, source, seq, born, origin, flags, hash) values (?, ?, ?, ?, ?, 0, ?, ?)
            on conflict (identifier, prefix, source) do update set seq = excluded.seq""";

    private final Map<Key, Change> changes = new LinkedHashMap<>();

    /**
     * An identifier that a copy has left.
     *
     * @param owner of the aggregate's lists
     * @param identifier the former identifier
     * @param taken the present identifier of the copy
     * @param prefix number of the format, as the aggregate serves it
     * @param scopes lists that showed the copy
     */
    record Left(int owner, String identifier, String taken, int prefix, int[] scopes) {}

    private record Key(int owner, String identifier, int prefix) {}

    private static final class Change {
        private final Set<Integer> left = new LinkedHashSet<>();
        private final Set<Integer> taken = new LinkedHashSet<>();
    }

    private record Stored(long seq, long ds, int[] memberships) {}

    /** Shows an identifier as deleted in its former lists, unless another copy uses it. */
    void leave(Left left) {
        Change change = changes.computeIfAbsent(new Key(left.owner(), left.identifier(), left.prefix()), _ -> new Change());
        for (int scope : left.scopes()) {
            change.left.add(scope);
        }
    }

    /** Notes that a copy uses an identifier in these lists. */
    void take(int owner, String identifier, int prefix, int... scopes) {
        Change change = changes.computeIfAbsent(new Key(owner, identifier, prefix), _ -> new Change());
        for (int scope : scopes) {
            change.taken.add(scope);
        }
    }

    /** Writes the differences. */
    void write(Transaction transaction, Lists lists) throws SQLException {
        SqlConnection sql = transaction.sql();
        for (Map.Entry<Key, Change> entry : changes.entrySet()) {
            Key key = entry.getKey();
            Optional<Stored> stored = sql.one(FIND,
                    row -> new Stored(row.getLong(1), row.getLong(2), Packed.numbers(row.getBytes(3))), key.identifier(),
                    key.prefix(), key.owner());
            Set<Integer> before = new LinkedHashSet<>();
            stored.ifPresent(found -> {
                for (int membership : found.memberships()) {
                    before.add(Membership.scope(membership));
                }
            });
            Set<Integer> after = new LinkedHashSet<>(before);
            after.addAll(entry.getValue().left);
            after.removeAll(entry.getValue().taken);
            if (!after.equals(before)) {
                write(transaction, lists, key, stored, after);
            }
        }
    }

    private static void write(Transaction transaction, Lists lists, Key key, Optional<Stored> stored, Set<Integer> scopes)
            throws SQLException {
        SqlConnection sql = transaction.sql();
        if (stored.isPresent()) {
            lists.remove(key.prefix(), stored.get().ds(), stored.get().seq(), true, stored.get().memberships());
            sql.update("delete from rec where seq = ?", stored.get().seq());
        }
        long seq = transaction.nextSeq();
        int[] memberships = scopes.stream().mapToInt(Membership::left).toArray();
        lists.add(key.prefix(), seq, true, memberships);
        sql.update(ADD_RECORD, seq, key.owner(), key.prefix(), transaction.stamp(), ItemRow.DELETED, key.identifier(),
                Packed.numbers(memberships));
        sql.update(ADD_ITEM, key.identifier(), key.prefix(), key.owner(), seq, seq, ItemRow.DELETED,
                new byte[0]);
    }
}
