package dev.sheaf.store.sql.runs;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.RunUpdate;
import dev.sheaf.store.runs.RunUpdate.BrokenRule;
import dev.sheaf.store.runs.RunUpdate.Failure;
import dev.sheaf.store.runs.RunUpdate.Invalid;
import dev.sheaf.store.runs.RunUpdate.ListReport;
import dev.sheaf.store.runs.RunUpdate.Note;
import dev.sheaf.store.runs.Runs;
import dev.sheaf.store.sql.Frames;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/**
 * {@link Runs} in tables {@code run}, {@code run_detail}, {@code run_list}, {@code run_note}, {@code run_failure}, {@code run_invalid}
 * and {@code run_rule}.
 */
public final class SqlRuns implements Runs {

    /** Largest number of notes of a run; a run with more repeats itself. */
    private static final int NOTES = 500;
    private static final String REPORTS = """
            select r.num, r.started, r.ended, r.verdict, r.reason, r.created, r.changed, r.same, r.deleted, r.refused, r.pages,
            d.kind, d.told, d.doing, d.address, d.waiting_until, d.list, d.lists, d.page, d.received, d.list_size, d.rate, d.created,
            d.changed, d.same, d.deleted, d.refused, d.pages, d.requests, d.wire_bytes, d.bytes, d.checked_pages, d.invalid_pages,
            d.invalid_records, d.checked_records, d.unchecked_records, d.other_formats from run r join run_detail d on d.run = r.num""";
    private static final String LAST = REPORTS + " where r.source = ? order by r.num desc limit ?";
    private static final String ONE = REPORTS + " where r.source = ? and r.num = ?";

    private final Writer writer;
    private final ReadPool reads;
    private final Names names;

    public SqlRuns(Writer writer, ReadPool reads, Names names) {
        this.writer = writer;
        this.reads = reads;
        this.names = names;
    }

    @Override
    public long begin(String source, RunReport.Kind kind, Instant at) {
        return RunTable.begin(writer, source, kind, at);
    }

    @Override
    public List<RunReport> last(String source, int limit) {
        return reads.read("read the runs of source " + source,
                connection -> connection.sql().all(LAST, SqlRuns::report, number(connection.sql(), source), limit));
    }

    @Override
    public Optional<RunReport> run(String source, long run) {
        return reads.read("read the runs of source " + source,
                connection -> connection.sql().one(ONE, SqlRuns::report, number(connection.sql(), source), run));
    }

    @Override
    public long begun(String source, Instant from, Instant until) {
        return reads.snapshot("count the runs of source " + source, connection -> RunTallies.begun(connection.sql(),
                number(connection.sql(), source), from.getEpochSecond(), until.getEpochSecond()));
    }

    private int number(SqlConnection sql, String source) throws SQLException {
        return names.sources().find(sql, source).orElse(-1);
    }

    @Override
    public void tell(long run, RunUpdate update) {
        writer.change("store the progress of a run", transaction -> {
            SqlConnection sql = transaction.sql();
            if (RunDetails.progress(sql, run, update.progress()) == 0) {
                return;
            }
            for (ListReport list : update.lists()) {
                RunDetails.list(sql, run, list);
            }
            for (Note note : update.notes()) {
                long noted = sql.one("select count(*) from run_note where run = ?", row -> row.getLong(1), run).orElseThrow();
                if (noted < NOTES) {
                    sql.update("insert into run_note (run, note, at, message) values (?, ?, ?, ?)", run, noted + 1,
                            note.at().toEpochMilli(), note.message());
                }
            }
            for (Failure failure : update.failures()) {
                RunDetails.failure(sql, run, failure);
            }
            for (Invalid invalid : update.invalid()) {
                long known = sql.one("select count(*) from run_invalid where run = ?", row -> row.getLong(1), run).orElseThrow();
                sql.update("insert into run_invalid (run, example, identifier, address, line, message) values (?, ?, ?, ?, ?, ?)",
                        run, known + 1, invalid.identifier(), invalid.address(), invalid.line(), invalid.message());
            }
            for (Map.Entry<String, Long> rule : update.rules().entrySet()) {
                sql.update("""
                        insert into run_rule (run, rule, times) values (?, ?, ?)
                        on conflict (run, rule) do update set times = excluded.times""", run, rule.getKey(),
                        rule.getValue());
            }
            if (!update.failures().isEmpty()) {
                RunDetails.pruneFailures(sql, run);
            }
        });
    }

    @Override
    public void part(long run) {
        writer.change("mark a run of a part", transaction -> WholeRuns.part(transaction.sql(), run));
    }

    @Override
    public void discard(long run) {
        writer.change("delete a run", transaction -> RunTable.discard(transaction.sql(), run));
    }

    @Override
    public List<ListReport> lists(long run) {
        return reads.read("read a run",
                connection -> connection.sql().all(
                        """
                                select list, prefix, set_spec, sent_from, sent_until, resumed, received, list_size, missing, strategies from run_list
                                where run = ? order by list""",
                        row -> {
                            String set = row.getString(3);
                            Selection sent = new Selection(new MetadataPrefix(row.getString(2)), datestamp(row.getString(4)),
                                    datestamp(row.getString(5)), set == null ? null : new SetSpec(set));
                            return new ListReport(row.getInt(1), sent, row.getInt(6) != 0, row.getLong(7),
                                    SqlConnection.nullableLong(row, 8),
                                    row.getString(9), strategies(row.getString(10)));
                        }, run));
    }

    private static Set<ListStrategy> strategies(String codes) {
        return Stream.of(codes.split(",")).map(ListStrategy::of).flatMap(Optional::stream).collect(Collectors.toSet());
    }

    private static @Nullable Datestamp datestamp(@Nullable String text) {
        return text == null ? null : Datestamp.received(text);
    }

    @Override
    public List<Note> notes(long run) {
        return reads.read("read a run", connection -> connection.sql().all(
                "select at, message from run_note where run = ? order by note",
                row -> new Note(Instant.ofEpochMilli(row.getLong(1)), row.getString(2)), run));
    }

    @Override
    public List<Failure> failures(long run) {
        return reads.read("read a run", connection -> connection.sql().all(
                "select at, address, reason, status, headers, body, size from run_failure where run = ? order by failure",
                row -> {
                    Long status = SqlConnection.nullableLong(row, 4);
                    return new Failure(Instant.ofEpochMilli(row.getLong(1)), row.getString(2), row.getString(3),
                            status == null ? null : status.intValue(), row.getString(5), Frames.unpack(row.getBytes(6)),
                            row.getLong(7));
                }, run));
    }

    @Override
    public List<Invalid> invalid(long run) {
        return reads.read("read a run", connection -> connection.sql().all(
                "select identifier, address, line, message from run_invalid where run = ? order by example",
                row -> new Invalid(row.getString(1), row.getString(2), row.getLong(3), row.getString(4)), run));
    }

    @Override
    public List<BrokenRule> rules(long run) {
        return reads.read("read a run", connection -> connection.sql().all(
                "select rule, times from run_rule where run = ? order by times desc, rule",
                row -> new BrokenRule(row.getString(1), row.getLong(2)), run));
    }

    private static RunReport report(ResultSet row) throws SQLException {
        Long ended = SqlConnection.nullableLong(row, 3);
        HarvestOutcome outcome = ended == null
                ? null
                : RunTable.outcome(row.getString(4), row.getString(5),
                        new Counts(row.getLong(6), row.getLong(7), row.getLong(8), row.getLong(9), row.getLong(10)),
                        row.getLong(11));
        return new RunReport(row.getLong(1),
                RunReport.Kind.valueOf(row.getString(12).toUpperCase(Locale.ROOT)),
                Instant.ofEpochSecond(row.getLong(2)), ended == null ? null : Instant.ofEpochSecond(ended), outcome,
                RunTable.CRASHED.equals(row.getString(4)), RunDetails.progress(row, 13));
    }
}
