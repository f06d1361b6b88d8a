package dev.sheaf.store.sql.conformance;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.conformance.CheckedLink;
import dev.sheaf.store.conformance.CheckedLink.Outcome;
import dev.sheaf.store.conformance.LinkChecks;
import dev.sheaf.store.sql.NameTable;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.sources.SourceTable;

/** {@link LinkChecks} in tables {@code link_round} and {@code link_check}. */
public final class SqlLinkChecks implements LinkChecks {

    private static final String LINKS = """
            select url, prefix, identifier, checked, outcome, status, detail, failures, broken_since from link_check
            where source = ?""";

    private final Writer writer;
    private final ReadPool reads;
    private final NameTable sources;

    public SqlLinkChecks(Writer writer, ReadPool reads, NameTable sources) {
        this.writer = writer;
        this.reads = reads;
        this.sources = sources;
    }

    private int number(SqlConnection sql, String source) throws SQLException {
        return sources.find(sql, source).orElse(-1);
    }

    @Override
    public Optional<Round> round(String source) {
        return reads.read("read the checked links of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            return sql.one("""
                    select r.began, (select count(*) from link_check c where c.source = r.source
                    and (c.checked is null or c.checked < r.began)) from link_round r where r.source = ?""",
                    row -> new Round(Instant.ofEpochSecond(row.getLong(1)), row.getInt(2)),
                    number(sql, source));
        });
    }

    @Override
    public void begin(String source, Instant at, List<CheckedLink> sample) {
        if (sample.size() > MOST) {
            throw new IllegalArgumentException("a sample has at most " + MOST + " links");
        }
        writer.change("draw a sample of the links of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, source);
            Map<String, CheckedLink> known = new HashMap<>();
            sql.all(LINKS, SqlLinkChecks::link, number).forEach(link -> known.put(link.url(), link));
            sql.update("delete from link_check where source = ?", number);
            for (CheckedLink drawn : sample) {
                CheckedLink before = known.getOrDefault(drawn.url(), drawn);
                sql.update(
                        """
                                insert into link_check (source, url, prefix, identifier, checked, outcome, status, detail, failures, broken_since)
                                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                        number, drawn.url(), drawn.prefix(), drawn.identifier(),
                        seconds(before.checked()), before.outcome() == null ? null : before.outcome().text(), before.status(),
                        before.detail(), before.failures(), seconds(before.brokenSince()));
            }
            sql.update("""
                    insert into link_round (source, began) values (?, ?)
                    on conflict (source) do update set began = excluded.began""", number, at.getEpochSecond());
        });
    }

    private static @Nullable Long seconds(@Nullable Instant time) {
        return time == null ? null : time.getEpochSecond();
    }

    @Override
    public List<CheckedLink> unchecked(String source, int limit) {
        return reads.read("read the unchecked links of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            int number = number(sql, source);
            return sql.all(LINKS + " and (checked is null or checked < (select began from link_round where source = ?))"
                    + " order by url limit ?", SqlLinkChecks::link, number, number, limit);
        });
    }

    @Override
    public void checked(String source, String url, Instant at, Outcome outcome, int status, String detail) {
        boolean isBroken = outcome == Outcome.BROKEN;
        boolean isJudged = isBroken || outcome == Outcome.WORKS;
        writer.change("keep the check of a link of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            // Without an answer about the resource, what was known of it stays.
            sql.update("""
                    update link_check set checked = ?, outcome = ?, status = ?, detail = ?,
                    failures = case when ? = 1 then failures + 1 when ? = 1 then 0 else failures end,
                    broken_since = case when ? = 1 then coalesce(broken_since, ?) when ? = 1 then null else broken_since end
                    where source = ? and url = ?""", at.getEpochSecond(), outcome.text(), status, detail, isBroken ? 1 : 0,
                    isJudged ? 1 : 0, isBroken ? 1 : 0, at.getEpochSecond(), isJudged ? 1 : 0, number(sql, source), url);
        });
    }

    @Override
    public Optional<Tally> tally(String source) {
        return reads.read("count the checked links of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            return sql.one("""
                    select count(*), count(*) filter (where outcome = 'works'), count(*) filter (where outcome = 'broken'),
                    count(*) filter (where outcome = 'unreachable') from link_check where source = ?""", row -> {
                int works = row.getInt(2);
                int broken = row.getInt(3);
                int unreachable = row.getInt(4);
                return new Tally(works, broken, unreachable, row.getInt(1) - works - broken - unreachable);
            }, number(sql, source)).filter(tally -> tally.judged() + tally.unreachable() + tally.notChecked() > 0);
        });
    }

    @Override
    public List<CheckedLink> broken(String source, int limit) {
        return reads.read("read the broken links of source " + source, connection -> connection.sql().all(
                LINKS + " and outcome = 'broken' order by failures desc, url limit ?", SqlLinkChecks::link,
                number(connection.sql(), source), limit));
    }

    private static CheckedLink link(ResultSet row) throws SQLException {
        String outcome = row.getString(5);
        return new CheckedLink(row.getString(1), row.getString(2), row.getString(3), time(row, 4),
                outcome == null ? null : Outcome.of(outcome), row.getInt(6), row.getString(7), row.getInt(8), time(row, 9));
    }

    private static @Nullable Instant time(ResultSet row, int column) throws SQLException {
        Long seconds = SqlConnection.nullableLong(row, column);
        return seconds == null ? null : Instant.ofEpochSecond(seconds);
    }
}
