package dev.sheaf.store.sql.runs;

import java.sql.SQLException;
import java.time.Instant;

import dev.sheaf.store.sql.SqlConnection;

/** The rows of table {@code run_tally}. */
public final class RunTallies {

    private static final long DAY = 86_400;
    private static final String KEPT = """
            from run r join run_detail d on d.run = r.num where r.source = ? and d.kind = 'fill'""";

    private RunTallies() {}

    /** Counts a run that fills a source. */
    static void count(SqlConnection sql, int source, Instant at) throws SQLException {
        sql.update(
                """
                        insert into run_tally (source, day, runs) values (?, ?, 1) on conflict (source, day) do update set runs = run_tally.runs + 1""",
                source, Math.floorDiv(at.getEpochSecond(), DAY));
    }

    /**
     * Returns the number of runs that filled a source in a time range, see {@link dev.sheaf.store.runs.Runs#begun}. Times are in seconds
     * since 1970.
     */
    static long begun(SqlConnection sql, int source, long from, long until) throws SQLException {
        long kept = sql
                .one("select count(*)" + KEPT + " and r.started >= ? and r.started < ?", row -> row.getLong(1), source, from,
                        until)
                .orElse(0L);
        long oldest = sql.one("select coalesce(min(r.started), 9223372036854775807)" + KEPT, row -> row.getLong(1), source)
                .orElse(Long.MAX_VALUE);
        if (from >= oldest) {
            return kept;
        }
        long last = Math.floorDiv(Math.min(oldest, until - 1), DAY);
        long counted = sql.one("select coalesce(sum(runs), 0) from run_tally where source = ? and day >= ? and day <= ?",
                row -> row.getLong(1), source, Math.floorDiv(from, DAY), last).orElse(0L);
        // The last of these days may have runs of both kinds; stored runs are already in the first number.
        long both = sql.one("select count(*)" + KEPT + " and r.started < ?", row -> row.getLong(1), source, (last + 1) * DAY)
                .orElse(0L);
        return kept + Math.max(0, counted - both);
    }
}
