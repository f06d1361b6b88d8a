package dev.sheaf.store.sql.sources;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.sources.NotedFault;
import dev.sheaf.store.sources.NotedFault.Met;
import dev.sheaf.store.sources.NotedFaults;
import dev.sheaf.store.sources.ProxiedFault;
import dev.sheaf.store.sources.ProxiedTally;
import dev.sheaf.store.sql.Frames;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link NotedFaults} in tables {@code proxy_day} and {@code proxy_fault}, and in those of {@link dev.sheaf.store.sql.saving.SqlRepairs}. */
public final class SqlNotedFaults implements NotedFaults {

    private static final long DAY = Duration.ofDays(1).toSeconds();
    private static final int EXCERPT = 160;

    private final Writer writer;
    private final ReadPool reads;
    private final Names names;

    public SqlNotedFaults(Writer writer, ReadPool reads, Names names) {
        this.writer = writer;
        this.reads = reads;
        this.names = names;
    }

    @Override
    public void save(String source, Instant at, ProxiedTally tally, List<ProxiedFault> faults) {
        writer.change("store the faults that the proxy found in responses of " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            Optional<SourceTable.Numbered> known = SourceTable.find(sql, source);
            if (known.isEmpty()) {
                return;
            }
            int number = known.get().number();
            sql.update("""
                    insert into proxy_day (source, day, requests, failed, kept, repaired, dropped) values (?, ?, ?, ?, ?, ?, ?)
                    on conflict (source, day) do update set requests = proxy_day.requests + excluded.requests,
                    failed = proxy_day.failed + excluded.failed, kept = proxy_day.kept + excluded.kept,
                    repaired = proxy_day.repaired + excluded.repaired, dropped = proxy_day.dropped + excluded.dropped""", number,
                    Math.floorDiv(at.getEpochSecond(), DAY), tally.requests(),
                    tally.failed(), tally.kept(), tally.repaired(), tally.dropped());
            long room = faults.isEmpty()
                    ? 0
                    : MOST - sql.one("select count(*) from proxy_fault where source = ?", row -> row.getLong(1), number)
                            .orElse(0L);
            for (ProxiedFault fault : faults) {
                room -= put(sql, number, at.getEpochSecond(), fault, room > 0) ? 1 : 0;
            }
        });
    }

    /** Stores a fault. Returns true if it needed a new row. */
    private static boolean put(SqlConnection sql, int source, long at, ProxiedFault fault, boolean hasRoom) throws SQLException {
        String identifier = fault.identifier() == null ? "" : fault.identifier();
        int known = sql.update("""
                update proxy_fault set last = ?, times = times + 1, position = ?, what = ?, before = ?, after = ?
                where source = ? and identifier = ? and kind = ? and prefix = ?""", at, fault.position(), fault.what(),
                fault.before(), fault.after(), source, identifier, fault.kind(), fault.prefix());
        if (known > 0 || !hasRoom) {
            return false;
        }
        sql.update("""
                insert into proxy_fault (source, identifier, kind, prefix, first, last, times, position, what, before, after)
                values (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)""", source, identifier, fault.kind(), fault.prefix(), at, at,
                fault.position(), fault.what(), fault.before(), fault.after());
        return true;
    }

    @Override
    public ProxiedTally proxied(String source, Instant since) {
        return reads.read("count the faults in the proxy's responses of " + source, connection -> {
            SqlConnection sql = connection.sql();
            return sql.one("""
                    select sum(requests), sum(failed), sum(kept), sum(repaired), sum(dropped) from proxy_day
                    where source = ? and day >= ?""", row -> new ProxiedTally(row.getLong(1), row.getLong(2), row.getLong(3),
                    row.getLong(4), row.getLong(5)), names.sources().find(sql, source).orElse(-1),
                    Math.floorDiv(since.getEpochSecond(), DAY)).orElse(ProxiedTally.NONE);
        });
    }

    @Override
    public ProxyCount proxied(String source) {
        return reads.read("count the faults that the proxy found in " + source, connection -> connection.sql().one("""
                select count(*) filter (where kind <> ?), count(*) filter (where kind = ?) from proxy_fault where source = ?""",
                row -> new ProxyCount(row.getLong(1), row.getLong(2)), ProxiedFault.DROPPED, ProxiedFault.DROPPED,
                names.sources().find(connection.sql(), source).orElse(-1)).orElseThrow());
    }

    @Override
    public List<NotedFault> ofProxy(String source, int limit) {
        return reads.read("read the faults of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            int number = names.sources().find(sql, source).orElse(-1);
            List<NotedFault> all = new ArrayList<>(proxied(sql, number, true, limit));
            all.addAll(proxied(sql, number, false, limit - all.size()));
            return List.copyOf(all);
        });
    }

    @Override
    public List<NotedFault> ofHarvests(String source, int limit) {
        return reads.read("read the faults of source " + source, connection -> repaired(connection.sql(),
                names.sources().find(connection.sql(), source).orElse(-1), limit));
    }

    @Override
    public List<NotedFault> of(String source, int limit) {
        return reads.read("read the faults of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            int number = names.sources().find(sql, source).orElse(-1);
            List<NotedFault> all = new ArrayList<>(quarantined(sql, number, limit));
            all.addAll(proxied(sql, number, true, limit));
            all.addAll(proxied(sql, number, false, limit));
            all.addAll(repaired(sql, number, limit));
            return List.copyOf(all);
        });
    }

    private static List<NotedFault> repaired(SqlConnection sql, int source, int limit) throws SQLException {
        return sql.all("""
                select r.identifier, p.name, r.kind, r.what, f.started, l.started from repair r
                join prefix_name p on p.num = r.prefix
                left join run f on f.num = r.first_run left join run l on l.num = r.run
                where r.source = ? order by r.run desc, r.identifier = '', r.prefix, r.identifier, r.kind limit ?""",
                row -> new NotedFault(Met.REPAIRED, orNull(row.getString(1)), row.getString(2), row.getString(3),
                        row.getString(4), "", "", time(row, 5), time(row, 6), 0),
                source, limit);
    }

    private static List<NotedFault> quarantined(SqlConnection sql, int source, int limit) throws SQLException {
        return sql.all("""
                select q.identifier, coalesce(p.name, ''), q.reason, q.raw, f.started, l.started from quarantine q
                left join prefix_name p on p.num = q.prefix
                left join run f on f.num = q.first_run left join run l on l.num = q.run
                where q.source = ? order by q.run desc, q.identifier limit ?""",
                row -> new NotedFault(Met.QUARANTINED, orNull(row.getString(1)), row.getString(2), "quarantined",
                        row.getString(3), excerpt(row.getBytes(4)), "", time(row, 5), time(row, 6), 0),
                source, limit);
    }

    private static List<NotedFault> proxied(SqlConnection sql, int source, boolean dropped, int limit) throws SQLException {
        return sql.all("""
                select identifier, prefix, kind, what, before, after, first, last, times from proxy_fault
                where source = ? and case when kind = ? then 1 else 0 end = ? order by last desc, identifier, kind limit ?""",
                row -> new NotedFault(dropped ? Met.PROXY_DROPPED : Met.PROXY_REPAIRED, orNull(row.getString(1)),
                        row.getString(2), row.getString(3), row.getString(4), row.getString(5), row.getString(6), time(row, 7),
                        time(row, 8), row.getLong(9)),
                source, ProxiedFault.DROPPED, dropped ? 1 : 0, limit);
    }

    /** Returns the beginning of received bytes as text. */
    private static String excerpt(byte[] packed) {
        byte[] raw = Frames.unpack(packed);
        return new String(raw, 0, Math.min(raw.length, EXCERPT), StandardCharsets.UTF_8);
    }

    private static @Nullable String orNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    private static @Nullable Instant time(ResultSet row, int column) throws SQLException {
        long seconds = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochSecond(seconds);
    }
}
