package dev.sheaf.store.sql.saving;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sql.Compression;
import dev.sheaf.store.sql.Frames;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.aggregates.IdentifierChanges;
import dev.sheaf.store.sql.aggregates.MembershipPlan;
import dev.sheaf.store.sql.aggregates.SameItems;
import dev.sheaf.store.sql.aggregates.StoredAggregate;
import dev.sheaf.store.sql.lists.Lists;
import dev.sheaf.store.sql.lists.LongRecords;
import dev.sheaf.store.sql.lists.Membership;
import dev.sheaf.store.sql.lists.Scopes;
import dev.sheaf.store.sql.lists.ServedFormats;
import dev.sheaf.store.sql.records.Incoming;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.PlannedMembership;
import dev.sheaf.store.sql.records.SetNames;

/**
 * Writer of the changes that a {@link BatchPlan} has decided: it removes the old versions from their lists and adds the new ones at the
 * end. Belongs to the writing thread.
 */
public final class RecordWriter {

    public static final String OLD = """
            select seq, ds, harvested, origin, sets, scopes, last_origin, last_sets, about, dict, payload from rec
            where seq in (select value from {numbers})""";
    private static final String DELETE_OLD = "delete from rec where seq in (select value from {numbers})";
    private static final String INSERT = """
            insert into rec (seq, source, prefix, ds, flags, harvested, origin, identifier, sets, scopes, last_origin, last_sets, about, dict,
            payload) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";
    private static final String INSERT_ITEM = """
            insert into item (seq, origin, flags, hash, identifier, prefix, source, born) values (?, ?, ?, ?, ?, ?, ?, ?)""";
    private static final String UPDATE_ITEM = """
            update item set seq = ?, origin = ?, flags = ?, hash = ? where identifier = ? and prefix = ? and source = ?""";

    private final Scopes scopes;
    private final Names names;
    private final ServedFormats formats;

    RecordWriter(Scopes scopes, Names names, ServedFormats formats) {
        this.scopes = scopes;
        this.names = names;
        this.formats = formats;
    }

    /** A stored version, reduced to the values that the next one needs. */
    private record Old(long ds, @Nullable Long harvested, @Nullable Object origin, byte @Nullable [] sets, int[] scopes,
            @Nullable Object lastOrigin, byte @Nullable [] lastSets, byte @Nullable [] about, int dictionary,
            byte @Nullable [] payload) {}

    /**
     * Writes a plan.
     *
     * @param harvested time at which the records arrived, in seconds since 1970; null if unknown
     */
    void write(Transaction transaction, BatchPlan plan, @Nullable Long harvested) throws SQLException {
        if (plan.moved().isEmpty()) {
            return;
        }
        SqlConnection sql = transaction.sql();
        Map<Long, Old> olds = takeOut(sql, plan.moved());
        Lists lists = new Lists(sql, transaction.stamp());
        PreparedStatement records = sql.prepare(INSERT);
        PreparedStatement longOnes = sql.prepare(LongRecords.INSERT);
        PreparedStatement newItems = sql.prepare(INSERT_ITEM);
        PreparedStatement items = sql.prepare(UPDATE_ITEM);
        IdentifierChanges identifierChanges = new IdentifierChanges(plan.membershipPlan());
        for (ItemRow row : plan.moved()) {
            Old old = olds.get(row.seq);
            if (old == null && !row.isNew()) {
                throw new StoreException("Record " + row.identifier + " has no entry " + row.seq
                        + ": the store is damaged; restore it from a backup");
            }
            long seq = transaction.nextSeq();
            int[] memberships = memberships(transaction, plan.membershipPlan(), row, old);
            int served = formats.served(sql, row.source, row.prefix);
            if (old != null) {
                plan.membershipPlan().noteUnseen(row, old.scopes());
                removeFromLists(lists, sql, row, old, served);
            }
            addToLists(lists, sql, row, seq, served, memberships);
            identifierChanges.note(sql, scopes, row, served, memberships);
            addRecord(records, transaction, row, old, seq, memberships, harvested);
            LongRecords.note(longOnes, seq, contentBytes(row, old));
            addItem(row.isNew() ? newItems : items, row, seq);
        }
        sql.updateBatch(records);
        sql.updateBatch(longOnes);
        sql.updateBatch(newItems);
        sql.updateBatch(items);
        identifierChanges.write(transaction, lists);
        lists.write();
        plan.membershipPlan().localIdentifiers().write(sql);
        SameItems.note(sql, plan.moved());
        countItems(sql, plan);
    }

    private static Map<Long, Old> takeOut(SqlConnection sql, List<ItemRow> rows) throws SQLException {
        JsonArray.OfNumbers seqs = new JsonArray.OfNumbers();
        Map<Long, ItemRow> bySeq = new HashMap<>();
        for (ItemRow row : rows) {
            if (!row.isNew()) {
                seqs.add(row.seq);
                bySeq.put(row.seq, row);
            }
        }
        if (seqs.isEmpty()) {
            return Map.of();
        }
        Map<Long, Old> olds = HashMap.newHashMap(bySeq.size());
        PreparedStatement statement = sql.prepare(OLD);
        statement.setString(1, seqs.toString());
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                ItemRow item = bySeq.get(row.getLong(1));
                boolean asItIs = item != null && item.content == null;
                olds.put(row.getLong(1), new Old(row.getLong(2), SqlConnection.nullableLong(row, 3), row.getObject(4),
                        row.getBytes(5), Packed.numbers(row.getBytes(6)), row.getObject(7), row.getBytes(8), row.getBytes(9),
                        row.getInt(10), asItIs ? row.getBytes(11) : null));
            }
        }
        sql.update(DELETE_OLD, seqs.toString());
        LongRecords.forget(sql, seqs.toString());
        return olds;
    }

    /** Adds a copy to lists. The lists of aggregates may have another prefix for its format. */
    private void addToLists(Lists lists, SqlConnection sql, ItemRow row, long seq, int served, int[] memberships)
            throws SQLException {
        if (served == row.prefix) {
            lists.add(row.prefix, seq, row.deleted, memberships);
        } else {
            lists.add(row.prefix, seq, row.deleted, part(sql, memberships, false));
            lists.add(served, seq, row.deleted, part(sql, memberships, true));
        }
    }

    private void removeFromLists(Lists lists, SqlConnection sql, ItemRow row, Old old, int served) throws SQLException {
        if (served == row.prefix) {
            lists.remove(row.prefix, old.ds(), row.seq, row.wasDeleted, old.scopes());
        } else {
            lists.remove(row.prefix, old.ds(), row.seq, row.wasDeleted, part(sql, old.scopes(), false));
            lists.remove(served, old.ds(), row.seq, row.wasDeleted, part(sql, old.scopes(), true));
        }
    }

    private int[] part(SqlConnection sql, int[] memberships, boolean ofAggregates) throws SQLException {
        int[] part = new int[memberships.length];
        int count = 0;
        for (int membership : memberships) {
            if (scopes.owner(sql, Membership.scope(membership)) <= 0 == ofAggregates) {
                part[count++] = membership;
            }
        }
        return Arrays.copyOf(part, count);
    }

    /**
     * Returns the future memberships of a copy, including lists that it leaves.
     *
     * <p>A list that the copy has left shows it as deleted, with two exceptions. If another copy replaces it under the same identifier
     * in the list of a whole aggregate, that list shows only the other copy. A copy of a source that was closed before
     * any answer showed it leaves without a trace. If a copy changes its identifier, the old identifier is shown
     * as deleted (see {@link dev.sheaf.store.sql.aggregates.AbandonedIdentifiers}), not the copy under its new one.
     */
    private int[] memberships(Transaction transaction, MembershipPlan membershipPlan, ItemRow row, @Nullable Old old)
            throws SQLException {
        List<StoredAggregate> aggregates = membershipPlan.aggregates();
        Incoming content = row.content;
        List<SetSpec> sets = content != null
                ? content.record().header().sets()
                : SetNames.received(transaction.sql(), names, old == null ? null : old.sets());
        int[] own = scopes.place(transaction, row.source, sets).own();
        PlannedMembership[] plannedMemberships = row.plannedMemberships == null
                ? new PlannedMembership[0]
                : row.plannedMemberships;
        List<int[]> present = new ArrayList<>();
        present.add(own);
        Set<Integer> replaced = new HashSet<>();
        for (int i = 0; i < plannedMemberships.length; i++) {
            if (plannedMemberships[i].isShown()) {
                present.add(scopes.inAggregate(transaction, aggregates.get(i).owner(), row.source, sets));
            } else if (plannedMemberships[i] == PlannedMembership.REPLACED) {
                scopes.find(transaction.sql(), aggregates.get(i).owner(), "").ifPresent(replaced::add);
            }
        }
        int most = present.stream().mapToInt(some -> some.length).sum() + (old == null ? 0 : old.scopes().length);
        int[] memberships = new int[most];
        int count = 0;
        for (int[] some : present) {
            for (int scope : some) {
                memberships[count++] = Membership.in(scope);
            }
        }
        int now = count;
        if (old != null) {
            Set<Integer> renaming = membershipPlan.renaming(row);
            Set<Integer> traceless = membershipPlan.leavesWithoutTrace(row);
            for (int membership : old.scopes()) {
                int scope = Membership.scope(membership);
                if (!replaced.contains(scope) && !Membership.isAmong(memberships, now, Membership.in(scope))
                        && (renaming.isEmpty() || !renaming.contains(scopes.owner(transaction.sql(), scope)))
                        && (traceless.isEmpty() || !traceless.contains(scopes.owner(transaction.sql(), scope)))) {
                    memberships[count++] = Membership.left(scope);
                }
            }
        }
        return Arrays.copyOf(memberships, count);
    }

    private void addRecord(PreparedStatement statement, Transaction transaction, ItemRow row, @Nullable Old old, long seq,
            int[] memberships, @Nullable Long harvested) throws SQLException {
        statement.setLong(1, seq);
        statement.setInt(2, row.source);
        statement.setInt(3, row.prefix);
        statement.setLong(4, transaction.stamp());
        statement.setInt(5, row.flags());
        statement.setString(8, row.identifier);
        statement.setBytes(10, Packed.numbers(memberships));
        Incoming content = row.content;
        if (content == null && old != null) {
            values(statement, old.harvested(), old.origin(), old.sets(), old.lastOrigin(), old.lastSets(), old.about(),
                    old.dictionary(), old.payload());
        } else if (content != null) {
            byte[] sets = scopes.place(transaction, row.source, content.record().header().sets()).sets();
            Object origin = transaction.sql().dialect().any(origin(content.record().header().datestamp()));
            if (row.deleted && old != null) {
                // A deleted header keeps the origin, the sets and the about containers of its last version, which are not served.
                values(statement, harvested, origin, sets, row.wasDeleted ? old.lastOrigin() : old.origin(),
                        row.wasDeleted ? old.lastSets() : old.sets(), old.about(), 0, null);
            } else {
                Compression.Compressed metadata = content.metadata();
                values(statement, harvested, origin, sets, null, null, content.about(),
                        metadata == null ? 0 : metadata.dictionary(), metadata == null ? null : metadata.bytes());
            }
        }
        statement.addBatch();
    }

    /** Returns the bytes of the served content of a record; for a version that moves unchanged, the bytes of its metadata. */
    private static long contentBytes(ItemRow row, @Nullable Old old) {
        Incoming content = row.content;
        if (content != null) {
            return content.record().contentBytes();
        }
        byte[] payload = old == null ? null : old.payload();
        return payload == null ? 0 : Frames.size(payload);
    }

    private static void values(PreparedStatement statement, @Nullable Long harvested, @Nullable Object origin,
            byte @Nullable [] sets, @Nullable Object lastOrigin, byte @Nullable [] lastSets, byte @Nullable [] about,
            int dictionary,
            byte @Nullable [] payload) throws SQLException {
        statement.setObject(6, harvested);
        statement.setObject(7, origin);
        statement.setBytes(9, sets);
        statement.setObject(11, lastOrigin);
        statement.setBytes(12, lastSets);
        statement.setBytes(13, about);
        statement.setInt(14, dictionary);
        statement.setBytes(15, payload);
    }

    /** Returns a number for the usual form of a datestamp, and the received text for every other. */
    private static Object origin(Datestamp datestamp) {
        return datestamp.granularity().filter(Granularity.SECOND::equals).flatMap(_ -> datestamp.instant())
                .<Object>map(instant -> instant.getEpochSecond()).orElse(datestamp.text());
    }

    private static void addItem(PreparedStatement statement, ItemRow row, long seq) throws SQLException {
        statement.setLong(1, seq);
        statement.setLong(2, row.origin);
        statement.setInt(3, row.flags());
        statement.setBytes(4, row.hash);
        statement.setString(5, row.identifier);
        statement.setInt(6, row.prefix);
        statement.setInt(7, row.source);
        if (row.isNew()) {
            statement.setLong(8, seq);
        }
        statement.addBatch();
    }

    private static void countItems(SqlConnection sql, BatchPlan plan) throws SQLException {
        long[] change = plan.itemChange();
        if (change[0] != 0 || change[1] != 0) {
            sql.update(
                    """
                            insert into source_count (source, live, deleted) values (?, ?, ?)
                            on conflict (source) do update set live = source_count.live + excluded.live, deleted = source_count.deleted + excluded.deleted""",
                    plan.source(), change[0], change[1]);
        }
    }
}
