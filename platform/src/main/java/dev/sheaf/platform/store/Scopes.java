package dev.sheaf.platform.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.sheaf.core.SetSpec;

/**
 * The lists that somebody can ask for, and which of them a record is in: its source, each of its sets with their ancestors, and the same
 * below the source's name in the aggregate of everything. Safe for use by many threads, except as said.
 */
final class Scopes {

    /** Owner of the aggregate's scopes. */
    static final int AGGREGATE = 0;

    private static final String FIND = "select num from scope where owner = ? and spec = ?";
    private static final String ADD = """
            insert into scope (owner, spec, used, described) values (?, ?, 1, 0)
            on conflict (owner, spec) do update set used = 1 where used = 0""";
    /** Record by record the same few combinations of sets come again; more than this many are worked out anew. */
    private static final int PLACEMENTS = 20_000;

    /** A list: of which repository, and its setSpec as served, empty for all of it. */
    private record Key(int owner, String spec) {}

    /** Where a record of a source with these sets belongs. */
    private record Sets(int source, List<SetSpec> received) {}

    /**
     * Where a record belongs.
     *
     * @param sets packed numbers of its sets as received
     * @param own the scopes of its source's repository
     * @param aggregate the scopes of the aggregate, the whole of it first
     */
    record Placement(byte[] sets, int[] own, int[] aggregate) {}

    private final Names names;
    private final Map<Key, Integer> numbers = new ConcurrentHashMap<>();
    /** As {@link #placements} and {@link #used}, touched by the thread that writes only. */
    private final Map<Sets, Placement> placements = new HashMap<>();
    private final Map<Key, Integer> used = new HashMap<>();

    Scopes(Names names) {
        this.names = names;
    }

    /** The number of a list; empty when no record and no description has named it. */
    Optional<Integer> find(SqlConnection sql, int owner, String spec) throws SQLException {
        Key key = new Key(owner, spec);
        Integer known = numbers.get(key);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Integer> number = sql.one(FIND, row -> row.getInt(1), owner, spec);
        number.ifPresent(found -> numbers.put(key, found));
        return number;
    }

    /** Where a record belongs. For the thread that writes only. */
    Placement place(Transaction transaction, int source, List<SetSpec> sets) throws SQLException {
        Sets key = new Sets(source, sets);
        Placement known = placements.get(key);
        if (known != null) {
            return known;
        }
        if (placements.size() >= PLACEMENTS) {
            placements.clear();
        }
        String sourceName = names.sources().name(transaction.sql(), source);
        Packed.Writer setNumbers = new Packed.Writer();
        Set<String> served = new LinkedHashSet<>();
        // Some repositories name a set more than once.
        for (SetSpec set : new LinkedHashSet<>(sets)) {
            setNumbers.number(names.sets().number(transaction, set.value()));
            SetSpec spec = new SetSpec(ServedNames.set(set.value()));
            spec.ancestors().forEach(ancestor -> served.add(ancestor.value()));
            served.add(spec.value());
        }
        List<Integer> own = new ArrayList<>();
        List<Integer> aggregate = new ArrayList<>();
        own.add(number(transaction, new Key(source, "")));
        aggregate.add(number(transaction, new Key(AGGREGATE, "")));
        aggregate.add(number(transaction, new Key(AGGREGATE, sourceName)));
        for (String spec : served) {
            own.add(number(transaction, new Key(source, spec)));
            aggregate.add(number(transaction, new Key(AGGREGATE, sourceName + ":" + spec)));
        }
        Placement placement = new Placement(setNumbers.toBytes(), toInts(own), toInts(aggregate));
        placements.put(key, placement);
        transaction.onRollback(this::forget);
        return placement;
    }

    private int number(Transaction transaction, Key key) throws SQLException {
        Integer known = used.get(key);
        if (known != null) {
            return known;
        }
        transaction.sql().update(ADD, key.owner(), key.spec());
        int number = transaction.sql().one(FIND, row -> row.getInt(1), key.owner(), key.spec()).orElseThrow();
        used.put(key, number);
        transaction.onRollback(this::forget);
        return number;
    }

    /** Numbers given by a transaction that came to nothing may be given to others. */
    private void forget() {
        placements.clear();
        used.clear();
    }

    private static int[] toInts(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }
}
