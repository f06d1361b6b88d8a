package dev.sheaf.store.sql.aggregates;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

import dev.sheaf.store.sql.SqlConnection;

/**
 * The last sequence numbers whose records answers of aggregates may have shown to somebody. When a source is closed, its records with
 * later ones leave the aggregate without deleted headers: nobody has harvested them there. Kept in table {@code meta}, by the numbers of aggregates. Immutable.
 */
public final class ServedMarks {

    /** Key of the mark of aggregates without one of their own. Stores without the key do not know what was served, so all of it counts. */
    private static final String OTHERS = "served";
    /** Begin of the key of an aggregate's mark. */
    private static final String ONE = "served:";
    private static final String PUT = "insert into meta (k, v) values (?, ?) on conflict (k) do update set v = excluded.v";

    private final Map<String, Long> marks;

    private ServedMarks(Map<String, Long> marks) {
        this.marks = marks;
    }

    /** Reads the marks of all aggregates. */
    public static ServedMarks read(SqlConnection sql) throws SQLException {
        record Row(String key, long mark) {}
        Map<String, Long> marks = new HashMap<>();
        for (Row row : sql.all("select k, v from meta where k >= ? and k < ?",
                found -> new Row(found.getString(1), found.getLong(2)),
                OTHERS, "served;")) {
            marks.put(row.key(), row.mark());
        }
        return new ServedMarks(marks);
    }

    /** Notes that a new store has served nothing. */
    public static void begin(SqlConnection sql) throws SQLException {
        sql.update(PUT, OTHERS, 0);
    }

    /** Replaces the mark of an aggregate. */
    public static void put(SqlConnection sql, int aggregate, long mark) throws SQLException {
        sql.update(PUT, ONE + aggregate, mark);
    }

    /** Returns the mark of an aggregate; 0 if it was never served, and {@link Long#MAX_VALUE} if that is unknown. */
    public long of(int aggregate) {
        return marks.getOrDefault(ONE + aggregate, marks.getOrDefault(OTHERS, Long.MAX_VALUE));
    }

    /** Returns the highest mark of the aggregates. */
    long highest() {
        return marks.containsKey(OTHERS) ? marks.values().stream().mapToLong(mark -> mark).max().orElse(0) : Long.MAX_VALUE;
    }
}
