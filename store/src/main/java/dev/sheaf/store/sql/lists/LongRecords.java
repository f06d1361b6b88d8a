package dev.sheaf.store.sql.lists;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

import dev.sheaf.core.Limit;
import dev.sheaf.store.sql.SqlConnection;

/**
 * Table {@code long_record}, and the limit on the bytes of one page or portion that is read from the store. A page of 500 records of a
 * megabyte each would not fit into memory. Pages of short records are not limited, because the longest of them have a few megabytes.
 */
public final class LongRecords {

    /** Unpacked bytes from which on a record counts as long. */
    static final long LONG = 64 << 10;

    public static final String INSERT = """
            insert into long_record (seq, bytes) values (?, ?) on conflict (seq) do update set bytes = excluded.bytes""";
    private static final String FORGET = "delete from long_record where seq in (select value from {numbers})";
    private static final String ANY = "select 1 from long_record where seq between ? and ? limit 1";
    private static final String BYTES = """
            select r.seq, r.bytes from {numbers} l {then join} long_record r on r.seq = l.value order by l.id""";

    private LongRecords() {}

    /** Returns true if a portion with this number of bytes is full. */
    public static boolean areEnough(long bytes) {
        return bytes >= Limit.PORTION_BYTES.number();
    }

    /** Adds a row to a batch if the record is long. */
    public static void note(PreparedStatement statement, long seq, long bytes) throws SQLException {
        if (bytes >= LONG) {
            statement.setLong(1, seq);
            statement.setLong(2, bytes);
            statement.addBatch();
        }
    }

    /**
     * Deletes the rows of versions that are replaced.
     *
     * @param seqs their numbers as a JSON array
     */
    public static void forget(SqlConnection sql, String seqs) throws SQLException {
        sql.update(FORGET, seqs);
    }

    /** Ends a page before the record with which its long records would exceed the limit; at least one record stays. */
    public static ListEntries bounded(SqlConnection sql, ListEntries entries) throws SQLException {
        if (!hasAny(sql, entries)) {
            return entries;
        }
        PreparedStatement statement = sql.prepare(BYTES);
        statement.setString(1, entries.seqs());
        long bytes = 0;
        int index = 0;
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                index = entries.indexOf(row.getLong(1), index);
                // A record that is shown as deleted has no metadata.
                if (entries.gone(index) || entries.deleted(index)) {
                    continue;
                }
                bytes += row.getLong(2);
                if (bytes > Limit.PORTION_BYTES.number() && index > 0) {
                    return entries.first(index);
                }
            }
        }
        return entries;
    }

    private static boolean hasAny(SqlConnection sql, ListEntries entries) throws SQLException {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (int i = 0; i < entries.size(); i++) {
            least = Math.min(least, entries.seq(i));
            most = Math.max(most, entries.seq(i));
        }
        return least <= most && sql.one(ANY, _ -> true, least, most).isPresent();
    }
}
