package dev.sheaf.store.sql.runs;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.sources.SourceTable;

/** Tables of runs and checkpoints. */
public final class RunTable {

    /** Reason stated for a run whose process ended before the run did. */
    public static final String DIED = "the process ended before the run did; the next harvest continues this one";

    /** Reason like {@link #DIED} for an approval, a roll-back or a replay, which no harvest continues. */
    static final String UNFINISHED = "the process ended before the run did, and a part of the work is done; repeat the "
            + "command to finish it";

    /** Stored in column {@code verdict} of a run whose process ended before the run did. The run is partial. */
    static final String CRASHED = "CRASHED";

    /** Stored in column {@code verdict} of a partial run whose lists all came to their ends. */
    private static final String PARTIAL_AT_END = "PARTIAL_AT_END";

    private RunTable() {}

    /** A run that has ended. */
    public record EndedRun(Instant started, Instant ended, HarvestOutcome outcome) {}

    /**
     * Notes the beginning of a run. If the process of the previous run has died, that run has then ended. An approval or replay whose
     * process has died continues under its number when the command is repeated, so that a roll-back undoes all of it.
     */
    public static long begin(Writer writer, String source, RunReport.Kind kind, Instant at) {
        long run = writer.write("begin a run of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, source);
            Optional<Long> unfinished = unfinished(sql, number, kind);
            if (unfinished.isPresent()) {
                return unfinished.get();
            }
            endDead(sql, number);
            long begun = sql.insert("insert into run (source, started) values (?, ?) returning num", number, at.getEpochSecond());
            RunDetails.begin(sql, begun, number, kind, at);
            if (kind == RunReport.Kind.FILL) {
                RunTallies.count(sql, number, at);
            }
            if (kind != RunReport.Kind.ROLLBACK) {
                Undo.begin(sql, number, begun);
            }
            RunDetails.prune(sql, number);
            return begun;
        });
        if (kind != RunReport.Kind.ROLLBACK) {
            long first = writer.run("find the first run that may be taken back",
                    sql -> Undo.first(sql, SourceTable.number(sql, source), run));
            Undo.purge(writer, source, first);
            InferredDeletions.purge(writer, source, at);
        }
        return run;
    }

    /**
     * Returns the last run of a source if it has not ended, is of a kind that is finished by repeating the command, and can be undone. The
     * caller holds the lease on the source, so the process of an unfinished run is dead.
     */
    private static Optional<Long> unfinished(SqlConnection sql, int source, RunReport.Kind kind) throws SQLException {
        return switch (kind) {
            case APPROVAL, REPLAY -> sql.one(
                    """
                            select r.num from run r join run_detail d on d.run = r.num join undo u on u.source = r.source and u.run = r.num
                            where r.num = (select max(num) from run where source = ?) and r.ended is null and d.kind = ?""",
                    row -> row.getLong(1), source, kind.text());
            case FILL, ROLLBACK -> Optional.empty();
        };
    }

    /** Deletes a run that has saved nothing, as if it had not begun. */
    static void discard(SqlConnection sql, long run) throws SQLException {
        sql.update("delete from undo_checkpoint where source = (select source from undo where run = ?)", run);
        for (String table : RunDetails.TABLES) {
            sql.update("delete from " + table + " where run = ?", run);
        }
        sql.update("delete from undo where run = ?", run);
        sql.update("delete from whole_run where run = ?", run);
        sql.update("delete from run_detail where run = ?", run);
        sql.update("delete from run where num = ?", run);
    }

    private static void endDead(SqlConnection sql, int source) throws SQLException {
        sql.update(
                """
                        update run set verdict = ?, reason = ?, ended = started, created = 0, changed = 0, same = 0, deleted = 0, refused = 0,
                        pages = 0 where source = ? and ended is null""",
                CRASHED, DIED, source);
        sql.update(
                """
                        update run set ended = case when run.started > d.told / 1000 then run.started else d.told / 1000 end, created = d.created, changed = d.changed, same = d.same,
                        deleted = d.deleted, refused = d.refused, pages = d.pages from run_detail d
                        where d.run = run.num and run.source = ? and run.verdict = ? and run.ended = run.started""",
                source, CRASHED);
        sql.update("update run_detail set doing = null, waiting_until = 0 where source = ? and doing is not null", source);
    }

    public static void end(Transaction transaction, long run, HarvestOutcome outcome, Instant at) throws SQLException {
        Counts counts = outcome.counts();
        transaction.sql().update(
                """
                        update run set ended = ?, verdict = ?, reason = ?, created = ?, changed = ?, same = ?, deleted = ?, refused = ?, pages = ?
                        where num = ?""",
                at.getEpochSecond(), stored(outcome), outcome.reason(), counts.created(), counts.changed(),
                counts.same(), counts.deleted(), counts.refused(), outcome.pages(), run);
        transaction.sql().update("update run_detail set doing = null, waiting_until = 0, told = ? where run = ?",
                at.toEpochMilli(), run);
        WholeRuns.ended(transaction.sql(), run, outcome);
    }

    /** Returns the progress of the last run; empty when that run has ended. */
    public static Optional<RunProgress> underWay(SqlConnection sql, int source) throws SQLException {
        return sql.one(
                """
                        select d.told, d.doing, d.address, d.waiting_until, d.list, d.lists, d.page, d.received, d.list_size, d.rate, d.created,
                        d.changed, d.same, d.deleted, d.refused, d.pages, d.requests, d.wire_bytes, d.bytes, d.checked_pages,
                        d.invalid_pages, d.invalid_records, d.checked_records, d.unchecked_records, d.other_formats
                        from run r join run_detail d on d.run = r.num
                        where r.num = (select max(num) from run where source = ?) and r.ended is null""",
                row -> RunDetails.progress(row, 1), source);
    }

    /** Returns the outcome of a run whose process ended before the run did. Only harvests and imports are continued by the next run. */
    public static HarvestOutcome died(RunProgress progress, RunReport.Kind kind) {
        return HarvestOutcome.partial(kind == RunReport.Kind.FILL ? DIED : UNFINISHED, progress.counts(), progress.pages());
    }

    private static String stored(HarvestOutcome outcome) {
        return outcome.verdict() == Verdict.PARTIAL && outcome.atEnd() ? PARTIAL_AT_END : outcome.verdict().name();
    }

    /** Returns the outcome whose verdict is stored in column {@code verdict}. */
    static HarvestOutcome outcome(String stored, String reason, Counts counts, long pages) {
        return switch (stored) {
            case CRASHED -> HarvestOutcome.partial(reason, counts, pages);
            case PARTIAL_AT_END -> new HarvestOutcome(Verdict.PARTIAL, reason, counts, pages, true);
            default -> new HarvestOutcome(Verdict.valueOf(stored), reason, counts, pages);
        };
    }

    /** Returns the kind of a source's last run; {@code FILL} if there was none. */
    public static RunReport.Kind lastKind(SqlConnection sql, int source) throws SQLException {
        return sql.one("select kind from run_detail where source = ? order by run desc limit 1",
                row -> RunReport.Kind.valueOf(row.getString(1).toUpperCase(Locale.ROOT)), source).orElse(RunReport.Kind.FILL);
    }

    public static Optional<EndedRun> lastEnded(SqlConnection sql, int source) throws SQLException {
        return sql.one(
                """
                        select r.started, r.ended, r.verdict, r.reason, r.created, r.changed, r.same, r.deleted, r.refused, r.pages
                        from run r join run_detail d on d.run = r.num
                        where r.source = ? and r.ended is not null and d.kind = 'fill' order by r.num desc limit 1""",
                row -> new EndedRun(Instant.ofEpochSecond(row.getLong(1)), Instant.ofEpochSecond(row.getLong(2)),
                        outcome(row.getString(3), row.getString(4),
                                new Counts(row.getLong(5), row.getLong(6), row.getLong(7), row.getLong(8), row.getLong(9)),
                                row.getLong(10))),
                source);
    }

    public static Optional<Checkpoint> checkpoint(SqlConnection sql, int source, Selection asked) throws SQLException {
        return sql.one(
                """
                        select sent, token, page, received, server_time, last_datestamp, complete_since, plan, complete_size, unfetched
                        from checkpoint
                        where source = ? and asked = ?""",
                row -> new Checkpoint(asked, selection(row.getBytes(1)), row.getString(2), row.getInt(3), row.getLong(4),
                        datestamp(row.getString(5)), datestamp(row.getString(6)), datestamp(row.getString(7)), row.getString(8),
                        SqlConnection.nullableLong(row, 9), names(row.getString(10))),
                source, pack(asked));
    }

    public static void save(Transaction transaction, int source, Checkpoint checkpoint) throws SQLException {
        Selection sent = checkpoint.sent();
        transaction.sql().update("""
                insert into checkpoint (source, asked, sent, token, page, received, server_time, last_datestamp,
                complete_since, plan, complete_size, unfetched) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                on conflict (source, asked) do update set sent = excluded.sent, token = excluded.token, page = excluded.page,
                received = excluded.received, server_time = excluded.server_time, last_datestamp = excluded.last_datestamp,
                complete_since = excluded.complete_since, plan = excluded.plan, complete_size = excluded.complete_size,
                unfetched = excluded.unfetched""", source,
                pack(checkpoint.asked()), sent == null ? null : pack(sent), checkpoint.resumptionToken(), checkpoint.page(),
                checkpoint.received(), text(checkpoint.serverTime()), text(checkpoint.lastDatestamp()),
                text(checkpoint.completeSince()), checkpoint.plan(), checkpoint.completeSize(),
                text(checkpoint.unfetched()));
    }

    private static @Nullable String text(List<String> names) {
        return names.isEmpty()
                ? null
                : names.stream().map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8)).collect(Collectors.joining("\n"));
    }

    private static List<String> names(@Nullable String text) {
        return text == null ? List.of() : text.lines().map(name -> URLDecoder.decode(name, StandardCharsets.UTF_8)).toList();
    }

    private static byte[] pack(Selection selection) {
        SetSpec set = selection.set();
        return new Packed.Writer().text(selection.prefix().value()).text(text(selection.from())).text(text(selection.until()))
                .text(set == null ? null : set.value()).toBytes();
    }

    private static @Nullable Selection selection(byte @Nullable [] packed) {
        if (packed == null) {
            return null;
        }
        Packed.Reader reader = new Packed.Reader(packed);
        MetadataPrefix prefix = new MetadataPrefix(reader.someText());
        Datestamp from = datestamp(reader.text());
        Datestamp until = datestamp(reader.text());
        String set = reader.text();
        return new Selection(prefix, from, until, set == null ? null : new SetSpec(set));
    }

    private static @Nullable Datestamp datestamp(@Nullable String text) {
        return text == null ? null : Datestamp.received(text);
    }

    private static @Nullable String text(@Nullable Datestamp datestamp) {
        return datestamp == null ? null : datestamp.text();
    }

}
