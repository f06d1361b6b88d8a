package dev.sheaf.store.sql.lists;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sql.SqlConnection;

/**
 * Changes that a batch makes to the lists and their sizes. They are collected for each list and written together. Belongs to the writing
 * thread.
 */
public final class Lists {

    static final String INSERT = """
            insert into list_block (scope, prefix, ds, upto, count, live, entries) values (?, ?, ?, ?, ?, ?, ?)""";
    /** Query for the list block that contains an entry. */
    public static final String FIND = """
            select upto, entries from list_block where scope = ? and prefix = ? and ds = ? and upto >= ? order by upto limit 1""";
    public static final String UPDATE = """
            update list_block set count = ?, live = ?, entries = ? where scope = ? and prefix = ? and ds = ? and upto = ?""";
    public static final String DELETE = "delete from list_block where scope = ? and prefix = ? and ds = ? and upto = ?";
    private static final String COUNT = """
            insert into stat (scope, prefix, live, deleted, min_ds) values (?, ?, ?, ?, ?)
            on conflict (scope, prefix) do update set live = stat.live + excluded.live, deleted = stat.deleted + excluded.deleted,
            min_ds = case when excluded.min_ds < stat.min_ds then excluded.min_ds else stat.min_ds end""";

    private final SqlConnection sql;
    private final long stamp;
    private final PreparedStatement insertions;
    private final PreparedStatement updates;
    private final PreparedStatement deletions;
    private final Map<Long, Change> changes = new HashMap<>();

    /** Changes to one list. */
    private static final class Change {
        private final int scope;
        private final int prefix;
        /** Entries to append after all others; see {@link ListBlock#entry}. */
        private long[] added = new long[8];
        private int additions;
        /** Removed entries by datestamp. */
        private final Map<Long, Removed> removed = new HashMap<>(2);
        private long live;
        private long deleted;

        private Change(int scope, int prefix) {
            this.scope = scope;
            this.prefix = prefix;
        }

        private void add(long entry) {
            if (additions == added.length) {
                added = Arrays.copyOf(added, additions * 2);
            }
            added[additions++] = entry;
        }
    }

    /** Removed sequence numbers of one datestamp. */
    private static final class Removed {
        private long[] seqs = new long[8];
        private int count;

        private void add(long seq) {
            if (count == seqs.length) {
                seqs = Arrays.copyOf(seqs, count * 2);
            }
            seqs[count++] = seq;
        }
    }

    public Lists(SqlConnection sql, long stamp) throws SQLException {
        this.sql = sql;
        this.stamp = stamp;
        this.insertions = sql.prepare(INSERT);
        this.updates = sql.prepare(UPDATE);
        this.deletions = sql.prepare(DELETE);
    }

    /**
     * Removes a record from lists.
     *
     * @param ds its datestamp there
     * @param deleted true if its entry there is that of a withdrawn record
     * @param memberships see {@link Membership}
     */
    public void remove(int prefix, long ds, long seq, boolean deleted, int[] memberships) {
        for (int membership : memberships) {
            Change change = change(Membership.scope(membership), prefix);
            if (deleted || Membership.isLeft(membership)) {
                change.deleted--;
            } else {
                change.live--;
            }
            change.removed.computeIfAbsent(ds, _ -> new Removed()).add(seq);
        }
    }

    /**
     * Adds a record at the end of lists.
     *
     * @param seq greater than all before
     * @param memberships see {@link Membership}
     */
    public void add(int prefix, long seq, boolean deleted, int[] memberships) {
        for (int membership : memberships) {
            Change change = change(Membership.scope(membership), prefix);
            boolean gone = Membership.isLeft(membership);
            change.add(ListBlock.entry(seq, (deleted ? ListBlock.DELETED : 0) | (gone ? ListBlock.GONE : 0)));
            if (deleted || gone) {
                change.deleted++;
            } else {
                change.live++;
            }
        }
    }

    private Change change(int scope, int prefix) {
        return changes.computeIfAbsent((long) scope << 32 | prefix, _ -> new Change(scope, prefix));
    }

    public void write() throws SQLException {
        List<Change> ordered = new ArrayList<>(changes.values());
        ordered.sort(Comparator.<Change>comparingInt(change -> change.scope).thenComparingInt(change -> change.prefix));
        PreparedStatement counts = sql.prepare(COUNT);
        for (Change change : ordered) {
            for (Map.Entry<Long, Removed> removed : change.removed.entrySet()) {
                remove(change, removed.getKey(), removed.getValue());
            }
            for (int from = 0; from < change.additions; from += ListBlock.LONGEST) {
                bind(insertions, change.scope, change.prefix, stamp,
                        ListBlock.of(change.added, from, Math.min(change.additions, from + ListBlock.LONGEST)));
                insertions.addBatch();
            }
            counts.setInt(1, change.scope);
            counts.setInt(2, change.prefix);
            counts.setLong(3, change.live);
            counts.setLong(4, change.deleted);
            counts.setLong(5, stamp);
            counts.addBatch();
        }
        sql.updateBatch(deletions);
        sql.updateBatch(updates);
        sql.updateBatch(insertions);
        sql.updateBatch(counts);
    }

    /** Removes entries. Each list block is read and written once, however many of its entries go. */
    private void remove(Change change, long ds, Removed removed) throws SQLException {
        long[] seqs = removed.seqs;
        Arrays.sort(seqs, 0, removed.count);
        int from = 0;
        while (from < removed.count) {
            ListBlock block = find(change, ds, seqs[from]);
            int to = from;
            while (to < removed.count && seqs[to] <= block.upto()) {
                to++;
            }
            if (block.remove(seqs, from, to) != to - from) {
                throw damaged(change, seqs[from]);
            }
            rewrite(change, ds, block);
            from = to;
        }
    }

    private ListBlock find(Change change, long ds, long seq) throws SQLException {
        PreparedStatement find = sql.prepare(FIND);
        find.setInt(1, change.scope);
        find.setInt(2, change.prefix);
        find.setLong(3, ds);
        find.setLong(4, seq);
        try (ResultSet row = find.executeQuery()) {
            if (!row.next()) {
                throw damaged(change, seq);
            }
            return ListBlock.unpack(row.getLong(1), row.getBytes(2));
        }
    }

    private static StoreException damaged(Change change, long seq) {
        return new StoreException("List " + change.scope + " has no entry " + seq + ", although its counters include it: the "
                + "store is damaged; restore it from a backup");
    }

    private void rewrite(Change change, long ds, ListBlock block) throws SQLException {
        PreparedStatement statement = block.count() == 0 ? deletions : updates;
        int column = 1;
        if (block.count() > 0) {
            statement.setInt(column++, block.count());
            statement.setInt(column++, block.live());
            statement.setBytes(column++, block.pack());
        }
        statement.setInt(column++, change.scope);
        statement.setInt(column++, change.prefix);
        statement.setLong(column++, ds);
        statement.setLong(column, block.upto());
        statement.addBatch();
    }

    /** Sets the values of {@link #INSERT}. */
    static void bind(PreparedStatement insertion, int scope, int prefix, long ds, ListBlock block) throws SQLException {
        insertion.setInt(1, scope);
        insertion.setInt(2, prefix);
        insertion.setLong(3, ds);
        insertion.setLong(4, block.upto());
        insertion.setInt(5, block.count());
        insertion.setInt(6, block.live());
        insertion.setBytes(7, block.pack());
    }
}
