package dev.sheaf.store.sql.sources;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.store.sources.HostBackOffs;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link HostBackOffs} in tables {@code host_rest} and {@code waiting_source}. */
public final class SqlHostBackOffs implements HostBackOffs {

    /** Time for which an expired back-off is stored. A host that was not requested for this time may be tried again. */
    private static final Duration FORGOTTEN = Duration.ofDays(1);
    private static final String PRIVATE = "private";

    private final Writer writer;
    private final ReadPool reads;

    public SqlHostBackOffs(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public List<Rest> of(String host, Instant now) {
        return reads.read("read the back-offs of host " + host, connection -> connection.sql().all(
                "select kind, who, since, until, reason from host_rest where host = ? and until > ? and kind <> 'network'",
                row -> new Rest(row.getString(1), row.getString(2), Instant.ofEpochMilli(row.getLong(3)),
                        Instant.ofEpochMilli(row.getLong(4)), row.getString(5)),
                host, now.minus(FORGOTTEN).toEpochMilli()));
    }

    @Override
    public void put(String host, Rest rest) {
        writer.change("store a back-off of host " + host, transaction -> {
            SqlConnection sql = transaction.sql();
            sql.update("delete from host_rest where until <= ?", rest.since().minus(FORGOTTEN).toEpochMilli());
            sql.update("""
                    insert into host_rest (host, kind, who, since, until, reason) values (?, ?, ?, ?, ?, ?)
                    on conflict (host, kind, who) do update set since = excluded.since, until = excluded.until,
                    reason = excluded.reason""", host,
                    rest.kind(), rest.who(), rest.since().toEpochMilli(), rest.until().toEpochMilli(), rest.reason());
        });
    }

    @Override
    public void remove(String host, String kind, String who) {
        writer.change("delete a back-off of host " + host, transaction -> transaction.sql()
                .update("delete from host_rest where host = ? and kind = ? and who = ?", host, kind, who));
    }

    @Override
    public void wait(String source, Waiting waiting) {
        writer.change("note that source " + source + " waits for its host", transaction -> transaction.sql().update(
                """
                        insert into waiting_source (source, host, until, reason, asked) values (?, ?, ?, ?, ?)
                        on conflict (source) do update set host = excluded.host, until = excluded.until, reason = excluded.reason,
                        asked = excluded.asked""",
                SourceTable.number(transaction.sql(), source), waiting.host(), waiting.until().toEpochMilli(), waiting.reason(),
                waiting.asked() ? 1 : 0));
    }

    @Override
    public void asked(String source) {
        if (reads.read("read source " + source,
                connection -> find(connection.sql(), SourceTable.number(connection.sql(), source), Instant.EPOCH)).isPresent()) {
            writer.change("note that source " + source + " no longer waits", transaction -> transaction.sql()
                    .update("delete from waiting_source where source = ?", SourceTable.number(transaction.sql(), source)));
        }
    }

    @Override
    public Optional<Waiting> waiting(String source, Instant now) {
        return reads.read("read source " + source,
                connection -> find(connection.sql(), SourceTable.number(connection.sql(), source), now));
    }

    @Override
    public Map<String, Waiting> waiting(Instant now) {
        Map<String, Waiting> waiting = new LinkedHashMap<>();
        reads.read("read the sources that wait for their hosts", connection -> connection.sql().all(
                """
                        select w.host, w.until, w.reason, w.asked, n.name from waiting_source w
                        join source_name n on n.num = w.source where w.until > ? order by n.name""",
                row -> Map.entry(row.getString(5), read(row)), now.toEpochMilli()))
                .forEach(one -> waiting.put(one.getKey(), one.getValue()));
        return waiting;
    }

    private static Waiting read(ResultSet row) throws SQLException {
        return new Waiting(row.getString(1), Instant.ofEpochMilli(row.getLong(2)), row.getString(3), row.getInt(4) != 0);
    }

    public static Optional<Waiting> find(SqlConnection sql, int source, Instant now) throws SQLException {
        return sql.one("select host, until, reason, asked from waiting_source where source = ?",
                SqlHostBackOffs::read, source)
                .filter(waiting -> waiting.until().isAfter(now));
    }

    @Override
    public Optional<Boolean> isPrivate(String host) {
        return reads.read("read the back-offs of host " + host, connection -> connection.sql().one(
                "select reason from host_rest where host = ? and kind = 'network'", row -> row.getString(1).equals(PRIVATE),
                host));
    }

    @Override
    public void learnNetwork(String host, boolean isPrivate, Instant now) {
        writer.change("store the network of host " + host, transaction -> transaction.sql().update(
                """
                        insert into host_rest (host, kind, who, since, until, reason) values (?, 'network', '', ?, ?, ?)
                        on conflict do nothing""",
                host,
                now.toEpochMilli(), Instant.parse("9999-01-01T00:00:00Z").toEpochMilli(), isPrivate ? PRIVATE : "public"));
    }

    @Override
    public boolean forget(String host) {
        return writer.write("delete the back-offs of host " + host, transaction -> {
            transaction.sql().update("delete from host_rest where host = ? and kind = 'network'", host);
            return transaction.sql().update("delete from host_rest where host = ?", host) > 0;
        });
    }
}
