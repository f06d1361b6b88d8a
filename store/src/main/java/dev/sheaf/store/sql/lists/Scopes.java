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

import dev.sheaf.core.ServedNames;
import dev.sheaf.core.SetSpec;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;

/**
 * The lists that clients can request, and those in which a record is: its source, each of its sets with their ancestors, and the same below
 * the source's name in aggregates. Safe for use by many threads, with the stated exceptions.
 */
public final class Scopes {

    /** Owner of the lists of the aggregate of everything. */
    public static final int EVERYTHING = 0;

    private static final String FIND = "select num from scope where owner = ? and spec = ?";
    private static final String ADD = """
            insert into scope (owner, spec, used, described) values (?, ?, 1, 0)
            on conflict (owner, spec) do update set used = 1 where scope.used = 0""";
    /** Largest number of cached combinations of sets. Records repeat the same few; others are computed again. */
    private static final int PLACEMENTS = 20_000;

    /**
     * A list.
     *
     * @param owner the repository
     * @param spec its setSpec as served; empty for the whole repository
     */
    private record Key(int owner, String spec) {}

    /** Source and sets of a record, which determine its lists. */
    private record Sets(int source, List<SetSpec> received) {}

    /**
     * Lists of a record.
     *
     * @param sets packed numbers of its sets as received
     * @param own the scopes of its source's repository
     */
    public record Placement(byte[] sets, int[] own) {}

    /** Key of the lists of a record in an aggregate. */
    private record Shown(int owner, Sets sets) {}

    private final Names names;
    private final Map<Key, Integer> numbers = new ConcurrentHashMap<>();
    /** Additions to {@link #placements} and {@link #used}, for the writing thread only. */
    private final Map<Sets, Placement> placements = new HashMap<>();
    private final Map<Shown, int[]> inAggregates = new HashMap<>();
    /** Owners of lists by scope; a scope never changes its owner. */
    private final Map<Integer, Integer> owners = new ConcurrentHashMap<>();
    private final Map<Key, Integer> used = new HashMap<>();

    public Scopes(Names names) {
        this.names = names;
    }

    /** Returns the owner of the lists of an aggregate, see table {@code scope}; owners that are sources have positive numbers. */
    public static int ownerOf(int aggregate) {
        return -aggregate;
    }

    /** Returns the number of a list; empty if no record and no description has named it. */
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
     * Returns the scopes of an aggregate to which a record belongs when it is shown there; the scope of the whole aggregate comes first.
     * For the writing thread only.
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

    /** Returns the sets with their ancestors, as served. */
    private static Set<String> served(List<SetSpec> sets) {
        Set<String> served = new LinkedHashSet<>();
        for (SetSpec set : new LinkedHashSet<>(sets)) {
            SetSpec spec = new SetSpec(ServedNames.set(set.value()));
            spec.ancestors().forEach(ancestor -> served.add(ancestor.value()));
            served.add(spec.value());
        }
        return served;
    }

    /** Returns the owner of a scope. */
    public int owner(SqlConnection sql, int scope) throws SQLException {
        Integer known = owners.get(scope);
        if (known == null) {
            known = sql.one("select owner from scope where num = ?", row -> row.getInt(1), scope)
                    .orElseThrow(() -> new SQLException("scope " + scope + " is missing"));
            owners.put(scope, known);
        }
        return known;
    }

    /** Returns the scopes of one owner among a record's memberships. */
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

    /** Forgets numbers assigned by a failed transaction, because they may be assigned again. */
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
