package dev.sheaf.platform.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a batch changes in the lists and their sizes, collected list by list and written at once. Belongs to the thread that
 * writes.
 */
final class Lists {

    static final String INSERT = """
            insert into list (scope, prefix, ds, seq, gone) select ?1, ?2, ?3, value, ?4 from json_each(?5)""";
    static final String DELETE = "delete from list where scope = ? and prefix = ? and ds = ? and seq = ?";
    private static final String COUNT = """
            insert into stat (scope, prefix, live, deleted, min_ds) values (?, ?, ?, ?, ?)
            on conflict (scope, prefix) do update set live = live + excluded.live, deleted = deleted + excluded.deleted,
            min_ds = min(min_ds, excluded.min_ds)""";

    private final SqlConnection sql;
    private final long stamp;
    private final PreparedStatement removals;
    private final Map<Long, Size> sizes = new HashMap<>();
    private boolean removing;

    /** New entries of one list. */
    private static final class Size {
        private final int scope;
        private final int prefix;
        private final JsonArray.OfNumbers present = new JsonArray.OfNumbers();
        private final JsonArray.OfNumbers gone = new JsonArray.OfNumbers();
        private long live;
        private long deleted;

        private Size(int scope, int prefix) {
            this.scope = scope;
            this.prefix = prefix;
        }
    }

    Lists(SqlConnection sql, long stamp) throws SQLException {
        this.sql = sql;
        this.stamp = stamp;
        this.removals = sql.prepare(DELETE);
    }

    void remove(int prefix, long ds, long seq, boolean deleted, int[] memberships) throws SQLException {
        for (int membership : memberships) {
            Size size = size(membership >> 1, prefix);
            if (deleted || (membership & 1) != 0) {
                size.deleted--;
            } else {
                size.live--;
            }
            removals.setInt(1, size.scope);
            removals.setInt(2, prefix);
            removals.setLong(3, ds);
            removals.setLong(4, seq);
            removals.addBatch();
            removing = true;
        }
    }

    void add(int prefix, long seq, boolean deleted, int[] memberships) {
        for (int membership : memberships) {
            Size size = size(membership >> 1, prefix);
            boolean gone = (membership & 1) != 0;
            (gone ? size.gone : size.present).add(seq);
            if (deleted || gone) {
                size.deleted++;
            } else {
                size.live++;
            }
        }
    }

    private Size size(int scope, int prefix) {
        return sizes.computeIfAbsent((long) scope << 32 | prefix, _ -> new Size(scope, prefix));
    }

    void write() throws SQLException {
        if (removing) {
            sql.updateBatch(removals);
        }
        List<Size> ordered = new ArrayList<>(sizes.values());
        ordered.sort(Comparator.<Size>comparingInt(size -> size.scope).thenComparingInt(size -> size.prefix));
        PreparedStatement insertions = sql.prepare(INSERT);
        PreparedStatement counts = sql.prepare(COUNT);
        for (Size size : ordered) {
            insert(insertions, size, size.present, 0);
            insert(insertions, size, size.gone, 1);
            counts.setInt(1, size.scope);
            counts.setInt(2, size.prefix);
            counts.setLong(3, size.live);
            counts.setLong(4, size.deleted);
            counts.setLong(5, stamp);
            counts.addBatch();
        }
        sql.updateBatch(insertions);
        sql.updateBatch(counts);
    }

    private void insert(PreparedStatement statement, Size size, JsonArray.OfNumbers seqs, int gone) throws SQLException {
        if (!seqs.isEmpty()) {
            statement.setInt(1, size.scope);
            statement.setInt(2, size.prefix);
            statement.setLong(3, stamp);
            statement.setInt(4, gone);
            statement.setString(5, seqs.toString());
            statement.addBatch();
        }
    }
}
