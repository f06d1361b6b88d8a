package dev.sheaf.store.sql.aggregates;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;

/**
 * The rule that decides which sources take part in which aggregates. A source takes part if everyone who may read the aggregate may also
 * read the source. The aggregate of everything also leaves out sources that an operator has unlisted. Sources whose records the hub itself
 * makes take part in no aggregate. Immutable, safe for use by many threads.
 */
public final class Participation {

    /** Participation without access lists: every source takes part in every aggregate. */
    static final Participation ALL = new Participation(Map.of(), Set.of(), Set.of());
    /** Id of the row for sources and aggregates without a list of their own. */
    private static final String OTHERS = "";

    private final Map<String, AccessList> lists;
    private final Set<String> unlisted;
    private final Set<String> generated;
    private final Map<Pair, Boolean> decided = new ConcurrentHashMap<>();

    private record Pair(String source, String aggregate) {}

    private Participation(Map<String, AccessList> lists, Set<String> unlisted, Set<String> generated) {
        this.lists = lists;
        this.unlisted = unlisted;
        this.generated = generated;
    }

    /** Reads the rules as they are now. */
    public static Participation read(SqlConnection sql) throws SQLException {
        return new Participation(lists(sql), new HashSet<>(sql.all(
                "select n.name from unlisted u join source_name n on n.num = u.source", row -> row.getString(1))),
                new HashSet<>(sql.all("select n.name from source s join source_name n on n.num = s.num where s.kind = ?",
                        row -> row.getString(1), Source.Kind.GENERATED.name())));
    }

    /** Returns the stored access lists by the ids of sources and aggregates; the empty id stands for all others. */
    public static Map<String, AccessList> lists(SqlConnection sql) throws SQLException {
        record Row(String id, AccessList list) {}
        Map<String, AccessList> lists = new HashMap<>();
        for (Row row : sql.all("select id, allowed, denied from access_list",
                found -> new Row(found.getString(1), new AccessList(blocks(found, 2), blocks(found, 3))))) {
            lists.put(row.id(), row.list());
        }
        return lists;
    }

    private static List<AddressBlock> blocks(ResultSet row, int column) throws SQLException {
        return Arrays.stream(row.getString(column).split(" ")).filter(text -> !text.isEmpty()).map(AddressBlock::parse).toList();
    }

    private static String text(List<AddressBlock> blocks) {
        return blocks.stream().map(AddressBlock::toString).collect(Collectors.joining(" "));
    }

    /**
     * Replaces the access lists; the caller updates memberships when this returns true.
     *
     * @param byId lists of sources and aggregates with a list of their own, by id
     * @param others list of all others
     */
    public static boolean keep(Transaction transaction, Map<String, AccessList> byId, AccessList others) throws SQLException {
        Map<String, AccessList> wanted = new HashMap<>(byId);
        wanted.put(OTHERS, others);
        // An open source needs a row only if the default list is not open.
        wanted.values().removeIf(list -> list.isOpen() && others.isOpen());
        return replace(transaction.sql(), wanted);
    }

    private static boolean replace(SqlConnection sql, Map<String, AccessList> wanted) throws SQLException {
        Map<String, AccessList> known = lists(sql);
        if (wanted.equals(known)) {
            return false;
        }
        for (StoredAggregate aggregate : AggregateTable.all(sql)) {
            String id = aggregate.settings().id();
            if (!of(wanted, id).isWithin(of(known, id))) {
                // Its new readers have harvested nothing, so records that they may not read leave it without a trace.
                ServedMarks.put(sql, aggregate.number(), 0);
            }
        }
        sql.update("delete from access_list");
        for (Map.Entry<String, AccessList> entry : wanted.entrySet()) {
            sql.update("insert into access_list (id, allowed, denied) values (?, ?, ?)", entry.getKey(),
                    text(entry.getValue().allowed()), text(entry.getValue().denied()));
        }
        AggregateTable.updateAgain(sql, null);
        return true;
    }

    /** Adds the lists that close something to the stored ones; the caller updates memberships when this returns true. */
    public static boolean add(Transaction transaction, Map<String, AccessList> byId, AccessList others) throws SQLException {
        return replace(transaction.sql(), with(transaction.sql(), byId, others));
    }

    /** Returns whether the stored lists lack one of those that close something. */
    public static boolean lacks(SqlConnection sql, Map<String, AccessList> byId, AccessList others) throws SQLException {
        return !with(sql, byId, others).equals(lists(sql));
    }

    private static Map<String, AccessList> with(SqlConnection sql, Map<String, AccessList> byId, AccessList others)
            throws SQLException {
        Map<String, AccessList> wanted = new HashMap<>(lists(sql));
        byId.forEach((id, list) -> {
            if (!list.isOpen()) {
                wanted.put(id, list);
            }
        });
        if (!others.isOpen()) {
            wanted.put(OTHERS, others);
            byId.forEach(wanted::put);
        }
        return wanted;
    }

    /** Returns true if an operator has not unlisted the source in the aggregate of everything. */
    static boolean isListed(SqlConnection sql, int source) throws SQLException {
        return sql.one("select 1 from unlisted where source = ?", _ -> true, source).isEmpty();
    }

    /** Lists or unlists a source; returns true if the caller then has to update memberships. */
    public static boolean list(Transaction transaction, int source, boolean listed) throws SQLException {
        SqlConnection sql = transaction.sql();
        if (isListed(sql, source) == listed) {
            return false;
        }
        sql.update(listed ? "delete from unlisted where source = ?" : "insert into unlisted (source) values (?)", source);
        AggregateTable.updateAgain(sql, Aggregate.EVERYTHING);
        return true;
    }

    /** Returns true when all sources take part in all aggregates. */
    boolean isUnlimited() {
        return lists.isEmpty() && unlisted.isEmpty() && generated.isEmpty();
    }

    /** Returns true when the records of a source may be in an aggregate, both named by their ids. */
    boolean takesPart(String source, String aggregate) {
        return isUnlimited() || decided.computeIfAbsent(new Pair(source, aggregate),
                _ -> !generated.contains(source) && !(aggregate.equals(Aggregate.EVERYTHING) && unlisted.contains(source))
                        && of(aggregate).isWithin(of(source)));
    }

    private AccessList of(String id) {
        return of(lists, id);
    }

    private static AccessList of(Map<String, AccessList> lists, String id) {
        return lists.getOrDefault(id, lists.getOrDefault(OTHERS, AccessList.OPEN));
    }

    /** Returns the ids of the sources that do not take part in an aggregate, including removed sources. */
    public Set<String> leftOut(SqlConnection sql, String aggregate) throws SQLException {
        if (isUnlimited()) {
            return Set.of();
        }
        return sql.all("select name from source_name", row -> row.getString(1)).stream()
                .filter(source -> !takesPart(source, aggregate)).collect(Collectors.toUnmodifiableSet());
    }
}
