package dev.sheaf.store.sql.runs;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.store.sql.SqlConnection;

/**
 * Table {@code whole_run}: the times at which a source's copy held all that its origin showed. Only complete runs over the whole source
 * that were not undone count. The table is separate from the runs, of which only the last thousand are stored: if a repository is down for
 * a year and requested every hour, its last good run is no longer among these.
 */
public final class WholeRuns {

    /** Number of whole runs that are stored: the last one can be undone, so the one before is stored too. */
    private static final int KEPT = 2;

    private static final String FILLS = """
            from run r join run_detail d on d.run = r.num where r.source = ? and d.kind = 'fill' and d.part = 0""";
    /**
     * Query for the beginning of a run. A run that continued lists of earlier runs is as old as the beginning of these lists: each list
     * counts separately, because runs in between may have failed or fetched other lists. A list whose beginning is no longer stored counts
     * as older than everything known.
     */
    private static final String BEGINNING = """
            select min(coalesce((select r.started from run r where r.source = ? and r.num < ? and exists
                (select 1 from run_list b where b.run = r.num and b.prefix = l.prefix and b.set_spec is not distinct from l.set_spec
                and b.resumed = 0)
                order by r.num desc limit 1), (select min(started) from run where source = ?)))
            from run_list l where l.run = ? and l.resumed > 0""";

    private WholeRuns() {}

    /**
     * Age of a copy.
     *
     * @param asOf beginning of the last complete harvest of the whole; null if there was none
     * @param missed true if there was none, or if a later harvest of the whole was incomplete or undone
     */
    public record Age(@Nullable Instant asOf, boolean missed) {

        /**
         * Returns true if the copy may lack records that the origin shows.
         *
         * @param latency largest wanted age; null if none is configured
         * @param now present time
         */
        public boolean isStale(@Nullable Duration latency, Instant now) {
            return missed || asOf == null || latency != null && Duration.between(asOf, now).compareTo(latency) > 0;
        }
    }

    public static Age age(SqlConnection sql, int source) throws SQLException {
        record Whole(long run, Instant asOf) {}
        Optional<Whole> last = sql.one("select run, as_of from whole_run where source = ? order by run desc limit 1",
                row -> new Whole(row.getLong(1), Instant.ofEpochSecond(row.getLong(2))), source);
        if (last.isEmpty()) {
            return new Age(null, true);
        }
        boolean missed = sql.one("select 1 " + FILLS + " and r.num > ? and r.ended is not null limit 1", _ -> true, source,
                last.get().run()).orElse(false);
        return new Age(last.get().asOf(), missed);
    }

    /** Marks a run that fetches less than the whole. */
    static void part(SqlConnection sql, long run) throws SQLException {
        sql.update("update run_detail set part = 1 where run = ?", run);
    }

    /** Notes the end of a run; called after {@link RunTable} has stored its outcome. */
    static void ended(SqlConnection sql, long run, HarvestOutcome outcome) throws SQLException {
        Optional<Integer> source = outcome.isComplete()
                ? sql.one("select source from run where num = ?", row -> row.getInt(1), run)
                : Optional.empty();
        if (source.isEmpty()) {
            return;
        }
        int number = source.get();
        boolean whole = sql.one("select 1 " + FILLS + " and r.num = ?", _ -> true, number, run).orElse(false);
        if (!whole) {
            return;
        }
        long started = sql.one("select started from run where num = ?", row -> row.getLong(1), run).orElseThrow();
        long asOf = sql.one(BEGINNING, row -> SqlConnection.nullableLong(row, 1), number, run, number, run).orElse(started);
        sql.update("""
                insert into whole_run (source, run, as_of) values (?, ?, ?)
                on conflict (source, run) do update set as_of = excluded.as_of""", number, run, asOf);
        sql.update("""
                delete from whole_run where source = ? and run not in
                (select run from whole_run where source = ? order by run desc limit ?)""", number, number, KEPT);
    }

    /** Deletes a run whose changes were undone. */
    public static void undone(SqlConnection sql, int source, long run) throws SQLException {
        sql.update("delete from whole_run where source = ? and run = ?", source, run);
    }
}
