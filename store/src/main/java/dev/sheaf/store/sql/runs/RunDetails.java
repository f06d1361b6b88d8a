package dev.sheaf.store.sql.runs;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunProgress.Checks;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.RunUpdate.Failure;
import dev.sheaf.store.runs.RunUpdate.ListReport;
import dev.sheaf.store.runs.Runs;
import dev.sheaf.store.sql.Frames;
import dev.sheaf.store.sql.SqlConnection;

/** The rows of tables {@code run_detail}, {@code run_list} and {@code run_failure}. */
public final class RunDetails {

    /** Value for no limit. Databases differ in the syntax of an offset without a limit. */
    private static final long ALL = Long.MAX_VALUE;

    /** Tables whose rows belong to a run. */
    public static final List<String> TABLES = List.of("run_list", "run_note", "run_failure", "run_invalid", "run_rule");

    private RunDetails() {}

    /** Notes the beginning of a run. */
    static void begin(SqlConnection sql, long run, int source, RunReport.Kind kind, Instant at) throws SQLException {
        sql.update(
                """
                        insert into run_detail (run, source, kind, told, doing, waiting_until, list, lists, page, received, rate, created, changed,
                        same, deleted, refused, pages, requests, wire_bytes, bytes, part)
                        values (?, ?, ?, ?, 'beginning', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)""",
                run, source, kind.text(),
                at.toEpochMilli());
    }

    /** @return 0 if the run no longer exists */
    static int progress(SqlConnection sql, long run, RunProgress progress) throws SQLException {
        Counts counts = progress.counts();
        Checks checks = progress.checks();
        Instant waiting = progress.waitingUntil();
        return sql.update(
                """
                        update run_detail set told = ?, doing = ?, address = ?, waiting_until = ?, list = ?, lists = ?, page = ?, received = ?,
                        list_size = ?, rate = ?, created = ?, changed = ?, same = ?, deleted = ?, refused = ?, pages = ?, requests = ?,
                        wire_bytes = ?, bytes = ?, checked_pages = ?, invalid_pages = ?, invalid_records = ?, checked_records = ?,
                        unchecked_records = ?, other_formats = ? where run = ?""",
                progress.told().toEpochMilli(), progress.doing(), progress.address(),
                waiting == null ? 0L : waiting.toEpochMilli(), progress.list(), progress.lists(), progress.page(),
                progress.received(), progress.listSize(), progress.rate(), counts.created(), counts.changed(), counts.same(),
                counts.deleted(), counts.refused(), progress.pages(), progress.requests(), progress.wireBytes(),
                progress.bytes(), checks == null ? null : checks.pages(), checks == null ? null : checks.invalidPages(),
                checks == null ? null : checks.invalidRecords(), checks == null ? null : checks.records(),
                checks == null ? null : checks.uncheckedRecords(), checks == null ? null : checks.otherFormats(), run);
    }

    /** Reads the progress that {@link #progress(SqlConnection, long, RunProgress)} has written. */
    static RunProgress progress(ResultSet row, int column) throws SQLException {
        long waiting = row.getLong(column + 3);
        Long checked = SqlConnection.nullableLong(row, column + 19);
        return new RunProgress(Instant.ofEpochMilli(row.getLong(column)), row.getString(column + 1), row.getString(column + 2),
                waiting == 0 ? null : Instant.ofEpochMilli(waiting), row.getInt(column + 4), row.getInt(column + 5),
                row.getInt(column + 6), row.getLong(column + 7), SqlConnection.nullableLong(row, column + 8),
                row.getLong(column + 9),
                new Counts(row.getLong(column + 10), row.getLong(column + 11), row.getLong(column + 12),
                        row.getLong(column + 13), row.getLong(column + 14)),
                row.getLong(column + 15), row.getLong(column + 16), row.getLong(column + 17), row.getLong(column + 18),
                checked == null
                        ? null
                        : new Checks(checked, row.getLong(column + 20), row.getLong(column + 22), row.getLong(column + 21),
                                row.getLong(column + 23), row.getLong(column + 24)));
    }

    static void list(SqlConnection sql, long run, ListReport list) throws SQLException {
        SetSpec set = list.sent().set();
        sql.update(
                """
                        insert into run_list (run, list, prefix, set_spec, sent_from, sent_until, resumed, received, list_size, missing, strategies)
                        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        on conflict (run, list) do update set prefix = excluded.prefix, set_spec = excluded.set_spec,
                        sent_from = excluded.sent_from, sent_until = excluded.sent_until, resumed = excluded.resumed,
                        received = excluded.received, list_size = excluded.list_size, missing = excluded.missing, strategies = excluded.strategies""",
                run, list.number(), list.sent().prefix().value(),
                set == null ? null : set.value(), text(list.sent().from()), text(list.sent().until()), list.resumed() ? 1 : 0,
                list.received(), list.size(), list.missing(),
                list.strategies().stream().map(ListStrategy::code).collect(Collectors.joining(",")));
    }

    private static @Nullable String text(@Nullable Datestamp datestamp) {
        return datestamp == null ? null : datestamp.text();
    }

    static void failure(SqlConnection sql, long run, Failure failure) throws SQLException {
        byte[] body = failure.body().length <= Failure.MOST_BYTES
                ? failure.body()
                : Arrays.copyOf(failure.body(), Failure.MOST_BYTES);
        long next = sql.one("select 1 + coalesce(max(failure), 0) from run_failure where run = ?", row -> row.getLong(1), run)
                .orElseThrow();
        sql.update("""
                insert into run_failure (run, failure, at, address, reason, status, headers, body, size)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?)""", run, next,
                failure.at().toEpochMilli(), failure.address(), failure.reason(), failure.status(), failure.headers(),
                Frames.pack(body), failure.size());
    }

    /** Keeps only the last failures of the run's source, and the first three of this run, which usually show the cause. */
    static void pruneFailures(SqlConnection sql, long run) throws SQLException {
        sql.update("""
                delete from run_failure where not (run = ? and failure <= 3) and (run, failure) in (
                select f.run, f.failure from run_failure f
                where f.run in (select num from run where source = (select source from run where num = ?))
                order by f.run desc, f.failure desc limit ? offset ?)""", run, run, ALL, Runs.FAILURES);
    }

    /** Deletes details that are too old. */
    static void prune(SqlConnection sql, int source) throws SQLException {
        sql.update("""
                delete from run where num in (select num from run where source = ? order by num desc limit ? offset ?)""",
                source, ALL, Runs.RUNS);
        sql.update("delete from run_detail where source = ? and run not in (select num from run where source = ?)", source,
                source);
        // Each run makes one older run too old; a few more are deleted in case a process died in between.
        for (String table : TABLES) {
            sql.update(
                    "delete from " + table
                            + " where run in (select num from run where source = ? order by num desc limit 10 offset ?)",
                    source, Runs.DETAILED);
        }
    }
}
