package dev.sheaf.store.sql.saving;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.store.aggregates.AggregateMembership;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.aggregates.AggregateTable;
import dev.sheaf.store.sql.aggregates.LastShown;
import dev.sheaf.store.sql.aggregates.Participation;
import dev.sheaf.store.sql.aggregates.ServedMarks;
import dev.sheaf.store.sql.aggregates.StoredAggregate;

/** {@link AggregateMembership} in tables {@code aggregate} and {@code access_list}; {@link MembershipUpdate} moves the records. */
public final class SqlAggregateMembership implements AggregateMembership {

    /** Number of changes by which a hub's mark exceeds the last one. After a crash, so many later changes count as shown. */
    private static final long RESERVE = 2_000;

    private final Writer writer;
    private final ReadPool reads;
    private final MembershipUpdate membershipUpdate;
    private final LastShown shown;
    private final boolean readOnly;
    /** True in a hub, which answers all the time. */
    private volatile boolean serving;
    /** Marks as this process knows them, by the ids of aggregates and of other repositories. */
    private final Map<String, Answered> known = new ConcurrentHashMap<>();

    /**
     * A mark of an aggregate, as {@link #noteServed} knows it.
     *
     * @param aggregate its number; -1 for a source
     * @param generation see {@link AggregateTable#generation}; the mark counts as long as it stays
     * @param mark {@link Long#MAX_VALUE} for a source
     * @param own true if this process has set the mark
     */
    private record Answered(int aggregate, long generation, long mark, boolean own) {

        boolean covers(long seq) {
            return seq <= mark;
        }
    }

    public SqlAggregateMembership(Writer writer, ReadPool reads, MembershipUpdate membershipUpdate, LastShown shown,
            boolean readOnly) {
        this.writer = writer;
        this.reads = reads;
        this.shown = shown;
        this.readOnly = readOnly;
        this.membershipUpdate = membershipUpdate;
    }

    @Override
    public void putLater(Aggregate aggregate) {
        writer.change("change aggregate " + aggregate.id(), transaction -> AggregateTable.put(transaction, aggregate));
    }

    @Override
    public void removeLater(String id) {
        writer.change("remove aggregate " + id, transaction -> AggregateTable.remove(transaction, id));
    }

    @Override
    public void finish() {
        membershipUpdate.finish();
    }

    @Override
    public void keepAccessLists(Map<String, AccessList> byId, AccessList others) {
        writer.change("store the access lists", transaction -> Participation.keep(transaction, byId, others));
        membershipUpdate.finish();
    }

    @Override
    public void addAccessLists(Map<String, AccessList> byId, AccessList others) {
        if (reads.read("read the access lists", connection -> Participation.lacks(connection.sql(), byId, others))) {
            writer.change("store the access lists", transaction -> Participation.add(transaction, byId, others));
            membershipUpdate.finish();
        }
    }

    @Override
    public Set<String> leftOut(String aggregate) {
        return reads.read("read the access lists",
                connection -> Participation.read(connection.sql()).leftOut(connection.sql(), aggregate));
    }

    @Override
    public void noteServed(String aggregate) {
        if (!readOnly) {
            note(aggregate, present());
        }
    }

    @Override
    public void noteReadAndServed(String aggregate) {
        if (!readOnly) {
            note(aggregate, shown.state().orElseGet(this::present));
        }
    }

    private LastShown.State present() {
        return reads.read("read the last change", connection -> LastShown.State.read(connection.sql()));
    }

    private void note(String aggregate, LastShown.State state) {
        Answered before = known.get(aggregate);
        // Another answer may show later changes before its own note, so a hub does not wait until its mark is reached.
        if (before != null && before.generation() == state.generation()
                && before.covers(state.seq() + (serving ? RESERVE / 2 : 0))) {
            return;
        }
        writer.change("note what aggregate " + aggregate + " has shown",
                transaction -> known.put(aggregate, raised(transaction.sql(), aggregate)));
    }

    private Answered raised(SqlConnection sql, String aggregate) throws SQLException {
        long generation = AggregateTable.generation(sql);
        Optional<StoredAggregate> stored = AggregateTable.find(sql, aggregate);
        if (stored.isEmpty()) {
            return new Answered(-1, generation, Long.MAX_VALUE, false);
        }
        int number = stored.get().number();
        long mark = ServedMarks.read(sql).of(number);
        long wanted = Transaction.lastSeq(sql) + (serving ? RESERVE : 0);
        if (wanted <= mark) {
            Answered before = known.get(aggregate);
            return new Answered(number, generation, mark, before != null && before.own() && before.mark() == mark);
        }
        ServedMarks.put(sql, number, wanted);
        return new Answered(number, generation, wanted, true);
    }

    /** Makes marks exceed the last change from now on, so that a hub rarely writes them. */
    public void serve() {
        serving = true;
    }

    /** Lowers the marks of this process to the last change: nothing is served any more. */
    public void endServing() {
        if (!serving || known.values().stream().noneMatch(Answered::own)) {
            return;
        }
        writer.change("note what aggregates have shown", transaction -> {
            SqlConnection sql = transaction.sql();
            for (Answered answered : known.values()) {
                // Another process may have set the mark since.
                if (answered.own() && ServedMarks.read(sql).of(answered.aggregate()) == answered.mark()) {
                    ServedMarks.put(sql, answered.aggregate(), Math.min(answered.mark(), Transaction.lastSeq(sql)));
                }
            }
        });
    }
}
