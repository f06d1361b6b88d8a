package dev.sheaf.store.sql.saving;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Counts;
import dev.sheaf.store.records.Deletion;
import dev.sheaf.store.runs.CensusReport;
import dev.sheaf.store.runs.HeldDeletions;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.records.Incoming;
import dev.sheaf.store.sql.records.SetNames;
import dev.sheaf.store.sql.sources.SourceTable;

/** {@link HeldDeletions} in tables {@code held_deletion} and {@code census}. */
public final class SqlHeldDeletions implements HeldDeletions {

    private static final int PORTION = 1_000;
    private static final String COUNT = "select count(*) from held_deletion where source = ?";
    /** Query for the records that a run has withdrawn: each leaves its version for the roll-back of the run. */
    private static final String WITHDRAWN = "select count(*) from former where source = ? and run = ?";
    static final String HOLD = """
            insert into held_deletion (source, prefix, seq, identifier, run) values (?, ?, ?, ?, ?)
            on conflict (source, prefix, identifier) do update set seq = excluded.seq, run = excluded.run""";
    /** Condition for records that are neither deleted nor derived. */
    private static final String LIVE = """
            select i.identifier, i.seq from {texts} wanted
            {then join} item i on i.identifier = wanted.value and i.prefix = ? and i.source = ?
            {then join} rec r on r.seq = i.seq where r.flags & 3 = 0""";

    private final Writer writer;
    private final ReadPool reads;
    private final BatchSaver saver;
    private final Names names;

    public SqlHeldDeletions(Writer writer, ReadPool reads, BatchSaver saver, Names names) {
        this.writer = writer;
        this.reads = reads;
        this.saver = saver;
        this.names = names;
    }

    /** The next deletion to carry out: a deleted header, and the version that was missing. */
    private record Due(int prefix, long seq, long current, OaiRecord deletedHeader) {}

    @Override
    public long count(String source) {
        return reads.read("read the pending deletions of source " + source, connection -> count(connection.sql(),
                names.sources().find(connection.sql(), source).orElse(-1)));
    }

    @Override
    public long count(String source, long run) {
        return reads.read("read the pending deletions of source " + source, connection -> connection.sql().one(
                COUNT + " and run = ?", row -> row.getLong(1), names.sources().find(connection.sql(), source).orElse(-1), run)
                .orElse(0L));
    }

    public static long count(SqlConnection sql, int source) throws SQLException {
        return sql.one(COUNT, row -> row.getLong(1), source).orElse(0L);
    }

    @Override
    public List<Held> list(String source, int limit) {
        return reads.read("read the pending deletions of source " + source, connection -> connection.sql().all("""
                select p.name, h.identifier, h.run from held_deletion h join prefix_name p on p.num = h.prefix
                where h.source = ? limit ?""",
                row -> new Held(new MetadataPrefix(row.getString(1)), row.getString(2), row.getLong(3)),
                names.sources().find(connection.sql(), source).orElse(-1), limit));
    }

    @Override
    public Set<String> pending(String source, MetadataPrefix prefix, Collection<String> identifiers) {
        return reads.read("read the pending deletions of source " + source, connection -> Set.copyOf(connection.sql().all("""
                select identifier from held_deletion where source = ? and prefix = ?
                and identifier in (select value from {texts})""", row -> row.getString(1),
                names.sources().find(connection.sql(), source).orElse(-1),
                names.prefixes().find(connection.sql(), prefix.value()).orElse(-1), JsonArray.ofTexts(identifiers))));
    }

    @Override
    public List<CensusReport> censuses(String source) {
        return reads.read("read the censuses of source " + source, connection -> connection.sql().all("""
                select p.name, c.run, c.at, c.how, c.seen, c.missing, c.held from census c join prefix_name p on p.num = c.prefix
                where c.source = ? order by p.name""",
                row -> new CensusReport(new MetadataPrefix(row.getString(1)), row.getLong(2),
                        Instant.ofEpochSecond(row.getLong(3)),
                        CensusReport.How.valueOf(row.getString(4).toUpperCase(Locale.ROOT)), row.getLong(5), row.getLong(6),
                        row.getInt(7) != 0),
                names.sources().find(connection.sql(), source).orElse(-1)));
    }

    @Override
    public void saw(String source, MetadataPrefix prefix, Collection<String> identifiers) {
        writer.change("drop pending deletions of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            sql.update(
                    """
                            delete from held_deletion where source = ? and prefix = ? and identifier in (select value from {texts})""",
                    SourceTable.number(sql, source), names.prefixes().find(sql, prefix.value()).orElse(-1),
                    JsonArray.ofTexts(identifiers));
        });
    }

    @Override
    public Set<String> hold(String source, MetadataPrefix prefix, long run, Collection<String> identifiers) {
        return writer.write("hold deletions of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, source);
            int format = names.prefixes().find(sql, prefix.value()).orElse(-1);
            List<Map.Entry<String, Long>> live = sql.all(LIVE, row -> Map.entry(row.getString(1), row.getLong(2)),
                    JsonArray.ofTexts(identifiers), format, number);
            for (Map.Entry<String, Long> one : live) {
                sql.update(HOLD, number, format, one.getValue(), one.getKey(), run);
            }
            return live.stream().map(Map.Entry::getKey).collect(Collectors.toSet());
        });
    }

    @Override
    public void note(String source, CensusReport report) {
        writer.change("store the census of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            sql.update(
                    """
                            insert into census (source, prefix, run, at, how, seen, missing, held) values (?, ?, ?, ?, ?, ?, ?, ?)
                            on conflict (source, prefix) do update set run = excluded.run, at = excluded.at, how = excluded.how,
                            seen = excluded.seen, missing = excluded.missing, held = excluded.held""",
                    SourceTable.number(sql, source), names.prefixes().number(transaction, report.prefix().value()), report.run(),
                    report.at().getEpochSecond(), report.how().name().toLowerCase(Locale.ROOT), report.seen(), report.missing(),
                    report.held() ? 1 : 0);
        });
    }

    @Override
    public Counts approve(String source, long run, Instant at, BooleanSupplier stopped) {
        Counts counts = reads.read("count the withdrawn records of source " + source,
                connection -> new Counts(0, 0, 0, connection.sql().one(WITHDRAWN, row -> row.getLong(1),
                        names.sources().find(connection.sql(), source).orElse(-1), run).orElse(0L), 0));
        Counts portion;
        do {
            portion = writer.run("withdraw records of source " + source, sql -> approve(sql, source, run, at));
            counts = counts.plus(portion);
        } while (portion.received() > 0 && !stopped.getAsBoolean());
        return counts;
    }

    private Counts approve(SqlConnection sql, String source, long run, Instant at) throws SQLException {
        int number = SourceTable.number(sql, source);
        Datestamp datestamp = Datestamp.ofSecond(at);
        List<Due> portion = sql.all("""
                select h.prefix, h.seq, h.identifier, coalesce(i.seq, 0), r.sets from held_deletion h
                left join item i on i.identifier = h.identifier and i.prefix = h.prefix and i.source = h.source
                left join rec r on r.seq = i.seq where h.source = ? order by h.prefix, h.identifier limit ?""",
                row -> new Due(row.getInt(1), row.getLong(2), row.getLong(4), new OaiRecord(
                        new Header(row.getString(3), datestamp, SetNames.received(sql, names, row.getBytes(5)), true), null)),
                number, PORTION);
        List<Incoming> deletedHeaders = portion.stream().filter(due -> due.current() == due.seq())
                .map(due -> Incoming.deletedHeader(due.prefix(), due.deletedHeader(), false, Deletion.Cause.ABSENCE)).toList();
        Counts counts = saver.withdraw(sql, number, deletedHeaders, at, run, (transaction, _) -> {
            for (Due due : portion) {
                transaction.sql().update("delete from held_deletion where source = ? and prefix = ? and identifier = ?",
                        number, due.prefix(), due.deletedHeader().identifier());
            }
        });
        return new Counts(0, 0, portion.size() - counts.deleted(), counts.deleted(), 0);
    }

    @Override
    public long reject(String source) {
        return writer.write("drop the pending deletions of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, source);
            sql.update("update census set held = 0 where source = ?", number);
            return (long) sql.update("delete from held_deletion where source = ?", number);
        });
    }
}
