package dev.sheaf.platform.store;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;

/** Work on sources and its reports: runs, their control, pending deletions, roll-backs. Thread-safe. */
public final class Jobs {

    private final Writer writer;
    private final ReadPool reads;
    private final Names names;
    private final Scopes scopes;
    private final RunLedger runs;
    private final SourceControl control;
    private final HeldDeletions held;
    private final Rollback rollback;
    private final Schedules schedules;

    Jobs(Writer writer, ReadPool reads, BatchSaver saver, Names names, Scopes scopes) {
        this.writer = writer;
        this.reads = reads;
        this.names = names;
        this.scopes = scopes;
        this.runs = new RunLedger(writer, reads, names);
        this.control = new SourceControl(writer, reads);
        this.held = new HeldDeletions(writer, reads, saver, names);
        this.schedules = new Schedules(writer, reads, names);
        this.rollback = new Rollback(writer, reads, saver, names, scopes);
    }

    /** Returns the reports of runs. */
    public RunLedger runs() {
        return runs;
    }

    /** Returns the requests to runs. */
    public SourceControl control() {
        return control;
    }

    /** Deletions that wait for approval. */
    public HeldDeletions held() {
        return held;
    }

    /** Returns the times of changes and of planned harvests of sources. */
    public Schedules schedules() {
        return schedules;
    }

    /** Undoes runs. */
    public Rollback rollback() {
        return rollback;
    }

    /** Notes that a run begins which is no harvest and no import; it is ended with {@link SqliteRecordStore#end}. */
    public long begin(String source, RunReport.Kind kind, Instant at) {
        return Ledger.begin(writer, source, kind, at);
    }

    /** Returns the monitoring settings of a source. */
    public SourceCare care(String source) {
        return reads.read("read source " + source,
                connection -> connection.sql().one(
                        """
                                select c.validate, c.census, c.vanishing_percent, c.history, case when u.source is null then 1 else 0 end, c.quota
                                from source_name n left join source_care c on c.source = n.num
                                left join unlisted u on u.source = n.num where n.name = ?""",
                        row -> {
                            Long census = SqlConnection.nullableLong(row, 2);
                            Long percent = SqlConnection.nullableLong(row, 3);
                            return new SourceCare(row.getInt(1) != 0, census == null ? null : Duration.ofSeconds(census),
                                    percent == null ? null : percent.intValue(), row.getInt(4) != 0,
                                    row.getInt(5) != 0, SqlConnection.nullableLong(row, 6));
                        }, source))
                .orElse(SourceCare.DEFAULT);
    }

    /**
     * Changes how a source is watched over. Its records leave the aggregate of everything, or come back to it, with the next
     * {@link SqliteRecordStore#finishPlacing}.
     */
    public void put(String source, SourceCare care) {
        writer.change("change source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            Duration census = care.census();
            int number = SourceTable.number(sql, source);
            Participation.list(transaction, number, care.listed());
            sql.update(
                    """
                            insert into source_care (source, validate, census, vanishing_percent, history, quota) values (?, ?, ?, ?, ?, ?)
                            on conflict (source) do update set validate = excluded.validate, census = excluded.census,
                            vanishing_percent = excluded.vanishing_percent, history = excluded.history, quota = excluded.quota""",
                    number, care.validate() ? 1 : 0, census == null ? null : census.toSeconds(),
                    care.vanishingPercent(), care.history() ? 1 : 0, care.quota());
        });
    }

    /** Returns the bytes that the records of a source take in the store, indexes not counted; looks at each record. */
    public long bytes(String source) {
        return reads.read("measure source " + source, connection -> connection.sql().one("""
                select coalesce(sum(length(r.identifier) + coalesce(length(r.payload), 0) + coalesce(length(r.about), 0)
                    + coalesce(length(r.sets), 0) + coalesce(length(r.scopes), 0)), 0)
                from rec r join source_name n on n.num = r.source where n.name = ?""", row -> row.getLong(1), source)).orElse(0L);
    }

    /** In which formats the items of a source are, by prefix: a format that some of them lack shows here. */
    public List<FormatCount> formats(String source) {
        return reads.snapshot("read the formats of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            int number = names.sources().find(sql, source).orElse(-1);
            long items = sql.one("select live from source_count where source = ?", row -> row.getLong(1), number).orElse(0L);
            return sql.all("""
                    select p.name, s.live from stat s join prefix_name p on p.num = s.prefix
                    where s.scope = ? and s.live > 0 order by p.name""",
                    row -> new FormatCount(new MetadataPrefix(row.getString(1)), row.getLong(2),
                            Math.max(0, items - row.getLong(2))),
                    scopes.find(sql, number, "").orElse(-1));
        });
    }

    /** Returns the outcome of a run whose process ended before the run did. Only a harvest or an import is continued by the next run. */
    static HarvestOutcome died(RunProgress progress, RunReport.Kind kind) {
        return new HarvestOutcome(Verdict.PARTIAL, kind == RunReport.Kind.FILL ? Ledger.DIED : Ledger.UNFINISHED,
                progress.counts(), progress.pages());
    }

    /** Forgets all of a source. */
    static void forget(SqlConnection sql, int source) throws SQLException {
        RunDetails.forget(sql, source);
        HeldDeletions.forget(sql, source);
        Undo.forget(sql, source);
        Schedules.forget(sql, source);
        RunTallies.forget(sql, source);
        WholeRuns.forget(sql, source);
        sql.update("delete from source_control where source = ?", source);
        sql.update("delete from source_care where source = ?", source);
    }
}
