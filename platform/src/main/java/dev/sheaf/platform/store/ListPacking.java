package dev.sheaf.platform.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Packs the lists of a store of version 7, which had a row for each entry, into list blocks. Called once, during the upgrade of the store
 * to its newest version. Uses constant memory.
 */
final class ListPacking {

    private static final String ENTRIES = """
            select l.scope, l.prefix, l.ds, l.seq, l.gone, coalesce(r.flags, 0) from list l left join rec r on r.seq = l.seq
            order by l.scope, l.prefix, l.ds, l.seq""";
    /** List blocks that are written at once. */
    private static final int BATCH = 1_000;

    private final SqlConnection sql;
    private final PreparedStatement insertions;
    private final long[] entries = new long[Stretch.LONGEST];
    private int count;
    private int scope;
    private int prefix;
    private long ds;
    private int batched;

    private ListPacking(SqlConnection sql) throws SQLException {
        this.sql = sql;
        this.insertions = sql.prepare(Lists.INSERT);
    }

    /** Fills table {@code stretch} from table {@code list}, which is gone afterwards. */
    static void pack(SqlConnection sql) throws SQLException {
        ListPacking packing = new ListPacking(sql);
        try (ResultSet row = sql.prepare(ENTRIES).executeQuery()) {
            while (row.next()) {
                packing.add(row);
            }
        }
        packing.end();
        sql.execute("drop table list");
    }

    private void add(ResultSet row) throws SQLException {
        boolean same = row.getInt(1) == scope && row.getInt(2) == prefix && row.getLong(3) == ds;
        if (!same || count == entries.length) {
            write();
            scope = row.getInt(1);
            prefix = row.getInt(2);
            ds = row.getLong(3);
        }
        entries[count++] = Stretch.entry(row.getLong(4),
                row.getInt(6) & ItemRow.DELETED | (row.getInt(5) != 0 ? Stretch.GONE : 0));
    }

    private void write() throws SQLException {
        if (count == 0) {
            return;
        }
        Lists.bind(insertions, scope, prefix, ds, Stretch.of(entries, 0, count));
        insertions.addBatch();
        count = 0;
        if (++batched == BATCH) {
            sql.updateBatch(insertions);
            batched = 0;
        }
    }

    private void end() throws SQLException {
        write();
        sql.updateBatch(insertions);
    }
}
