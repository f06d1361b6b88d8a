package dev.sheaf.store.sql.lists;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.sheaf.core.SetSpec;
import dev.sheaf.store.records.ServedNames;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;

/**
 * The lists that somebody can ask for, and which of them a record is in: its source, each of its sets with their ancestors, and the same
 * below the source's name in aggregates. Safe for use by many threads, except as said.
 */
public final class Scopes {

    /** Owner of the lists of the aggregate of everything. */
    public static final int EVERYTHING = 0;

    private static final String FIND = "select num from scope where owner = ? and spec = ?";
    private static final String ADD = """
            insert into scope (owner, spec, used, described) values (?, ?, 1, 0)
            on conflict (owner, spec) do update set used = 1 where scope.used = 0""";
    /** Combinations of sets that are remembered, because records repeat the same few. Beyond this number they are computed again. */
    private static final int PLACEMENTS = 20_000;

    /** A list: of which repository, and its setSpec as served, empty for all of it. */
    private record Key(int owner, String spec) {}

    /** Source and sets of a record, which decide its lists. */
    private record Sets(int source, List<SetSpec> received) {}

    /**
     * Lists of a record.
     *
     * @param sets packed numbers of its sets as received
     * @param own the scopes of its source's repository
     */
    public record Placement(byte[] sets, int[] own) {}

    /** Key for the lists of a record in an aggregate. */
    private record Shown(int owner, Sets sets) {}

    private final Names names;
    private final Map<Key, Integer> numbers = new ConcurrentHashMap<>();
    /** As {@link #placements} and {@link #used}, touched by the thread that writes only. */
    private final Map<Sets, Placement> placements = new HashMap<>();
    private final Map<Shown, int[]> inAggregates = new HashMap<>();
    /** Owners of lists; a number never changes hands. */
    private final Map<Integer, Integer> owners = new ConcurrentHashMap<>();
    private final Map<Key, Integer> used = new HashMap<>();

    public Scopes(Names names) {
        this.names = names;
    }

    /** Returns the owner of the lists of the aggregate with a number, see table {@code scope}; sources have positive numbers. */
    public static int ownerOf(int aggregate) {
        return -aggregate;
    }

    /** The number of a list; empty when no record and no description has named it. */
    public Optional<Integer> find(SqlConnection sql, int owner, String spec) throws SQLException {
        Key key = new Key(owner, spec);
        Integer known = numbers.get(key);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Integer> number = sql.one(FIND, row -> row.getInt(1), owner, spec);
        number.ifPresent(found -> numbers.put(key, found));
        return number;
    }

    /** Returns the lists that a record belongs to. For the thread that writes only. */
    public Placement place(Transaction transaction, int source, List<SetSpec> sets) throws SQLException {
        Sets key = new Sets(source, sets);
        Placement known = placements.get(key);
        if (known != null) {
            return known;
        }
        if (placements.size() >= PLACEMENTS) {
            placements.clear();
        }
        Packed.Writer setNumbers = new Packed.Writer();
        // Some repositories name a set more than once.
        for (SetSpec set : new LinkedHashSet<>(sets)) {
            setNumbers.number(names.sets().number(transaction, set.value()));
        }
        List<Integer> own = new ArrayList<>();
        own.add(number(transaction, new Key(source, "")));
        for (String spec : served(sets)) {
            own.add(number(transaction, new Key(source, spec)));
        }
        Placement placement = new Placement(setNumbers.toBytes(), toInts(own));
        placements.put(key, placement);
        transaction.onRollback(this::forget);
        return placement;
    }

    /**
     * The scopes of an aggregate in which a record belongs when it is shown there, the whole of it first. For the thread that writes only.
     *
     * @param owner of the aggregate's lists
     */
    public int[] inAggregate(Transaction transaction, int owner, int source, List<SetSpec> sets) throws SQLException {
        Shown key = new Shown(owner, new Sets(source, sets));
        int[] known = inAggregates.get(key);
        if (known != null) {
            return known;
        }
        if (inAggregates.size() >= PLACEMENTS) {
            inAggregates.clear();
        }
        String sourceName = names.sources().name(transaction.sql(), source);
        List<Integer> scopes = new ArrayList<>();
        scopes.add(number(transaction, new Key(owner, "")));
        scopes.add(number(transaction, new Key(owner, sourceName)));
        for (String spec : served(sets)) {
            scopes.add(number(transaction, new Key(owner, sourceName + ":" + spec)));
        }
        int[] numbered = toInts(scopes);
        inAggregates.put(key, numbered);
        transaction.onRollback(this::forget);
        return numbered;
    }

    /** The sets with their ancestors, as served. */
    private static Set<String> served(List<SetSpec> sets) {
        Set<String> served = new LinkedHashSet<>();
        for (SetSpec set : new LinkedHashSet<>(sets)) {
            SetSpec spec = new SetSpec(ServedNames.set(set.value()));
            spec.ancestors().forEach(ancestor -> served.add(ancestor.value()));
            served.add(spec.value());
        }
        return served;
    }

    /** Returns the owner of the list that a scope stands for. */
    public int owner(SqlConnection sql, int scope) throws SQLException {
        Integer known = owners.get(scope);
        if (known == null) {
            known = sql.one("select owner from scope where num = ?", row -> row.getInt(1), scope)
                    .orElseThrow(() -> new SQLException("scope " + scope + " is missing"));
            owners.put(scope, known);
        }
        return known;
    }

    /** Those of a record's memberships that are in lists of one owner, as numbers of scopes. */
    public int[] ofOwner(SqlConnection sql, int owner, int[] memberships) throws SQLException {
        int[] scopes = new int[memberships.length];
        int count = 0;
        for (int membership : memberships) {
            int scope = Membership.scope(membership);
            if (owner(sql, scope) == owner) {
                scopes[count++] = scope;
            }
        }
        return Arrays.copyOf(scopes, count);
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
        inAggregates.clear();
        owners.clear();
        used.clear();
    }

    private static int[] toInts(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }
}
