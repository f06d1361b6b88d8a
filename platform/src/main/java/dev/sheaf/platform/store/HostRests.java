package dev.sheaf.platform.store;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Back-offs of hosts, for all processes (table {@code host_rest}). Safe for use by many threads and processes. */
public final class HostRests {

    /** Time for which an expired back-off is kept. A host that was not asked for so long may be tried again. */
    private static final Duration FORGOTTEN = Duration.ofDays(1);
    private static final String PRIVATE = "private";

    private final Writer writer;
    private final ReadPool reads;

    HostRests(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    /**
     * Back-off: a time for which a host is not asked, in whole milliseconds.
     *
     * @param kind why; a word of whoever keeps it
     * @param who is not to ask; empty for nobody
     * @param reason for people
     */
    public record Rest(String kind, String who, Instant since, Instant until, String reason) {}

    /** Returns the back-offs of a host, including those that ended less than a day ago. */
    public List<Rest> of(String host, Instant now) {
        return reads.read("read what is known of host " + host, connection -> connection.sql().all(
                "select kind, who, since, until, reason from host_rest where host = ? and until > ? and kind <> 'network'",
                row -> new Rest(row.getString(1), row.getString(2), Instant.ofEpochMilli(row.getLong(3)),
                        Instant.ofEpochMilli(row.getLong(4)), row.getString(5)),
                host, now.minus(FORGOTTEN).toEpochMilli()));
    }

    /** Stores a back-off; it replaces one of the same kind for the same party. */
    public void put(String host, Rest rest) {
        writer.change("note that host " + host + " rests", transaction -> {
            SqlConnection sql = transaction.sql();
            sql.update("delete from host_rest where until <= ?", rest.since().minus(FORGOTTEN).toEpochMilli());
            sql.update("""
                    insert into host_rest (host, kind, who, since, until, reason) values (?, ?, ?, ?, ?, ?)
                    on conflict (host, kind, who) do update set since = excluded.since, until = excluded.until,
                    reason = excluded.reason""", host,
                    rest.kind(), rest.who(), rest.since().toEpochMilli(), rest.until().toEpochMilli(), rest.reason());
        });
    }

    /** Forgets a back-off. */
    public void remove(String host, String kind, String who) {
        writer.change("note that host " + host + " is well", transaction -> transaction.sql()
                .update("delete from host_rest where host = ? and kind = ? and who = ?", host, kind, who));
    }

    /**
     * A source that was to be harvested and was not asked.
     *
     * @param host that is not asked
     * @param until when it is asked again
     * @param reason for people
     */
    public record Waiting(String host, Instant until, String reason) {}

    /** Notes that a source was not asked because its host is not asked for now; no run is recorded for it. */
    public void wait(String source, Waiting waiting) {
        writer.change("note that source " + source + " waits for its host", transaction -> transaction.sql().update(
                """
                        insert into waiting_source (source, host, until, reason) values (?, ?, ?, ?)
                        on conflict (source) do update set host = excluded.host, until = excluded.until, reason = excluded.reason""",
                SourceTable.number(transaction.sql(), source), waiting.host(), waiting.until().toEpochMilli(), waiting.reason()));
    }

    /** Forgets that a source waits for its host. */
    public void asked(String source) {
        if (reads.read("read source " + source,
                connection -> find(connection.sql(), SourceTable.number(connection.sql(), source), Instant.EPOCH)).isPresent()) {
            writer.change("note that source " + source + " is asked", transaction -> transaction.sql()
                    .update("delete from waiting_source where source = ?", SourceTable.number(transaction.sql(), source)));
        }
    }

    /** Returns what a source waits for; empty when it was asked when it was due, or may be asked now. */
    public Optional<Waiting> waiting(String source, Instant now) {
        return reads.read("read source " + source,
                connection -> find(connection.sql(), SourceTable.number(connection.sql(), source), now));
    }

    static Optional<Waiting> find(SqlConnection sql, int source, Instant now) throws SQLException {
        return sql.one("select host, until, reason from waiting_source where source = ?",
                row -> new Waiting(row.getString(1), Instant.ofEpochMilli(row.getLong(2)), row.getString(3)), source)
                .filter(waiting -> waiting.until().isAfter(now));
    }

    /**
     * Returns the kind of network that a host was in when it was first requested.
     *
     * @return true for a private network; empty when that is not known
     */
    public Optional<Boolean> isPrivate(String host) {
        return reads.read("read what is known of host " + host, connection -> connection.sql().one(
                "select reason from host_rest where host = ? and kind = 'network'", row -> row.getString(1).equals(PRIVATE),
                host));
    }

    /** Keeps where a host was when it was first asked, until {@link #forget}. The first answer stays. */
    public void learnNetwork(String host, boolean isPrivate, Instant now) {
        writer.change("note the network of host " + host, transaction -> transaction.sql().update(
                """
                        insert into host_rest (host, kind, who, since, until, reason) values (?, 'network', '', ?, ?, ?)
                        on conflict do nothing""",
                host,
                now.toEpochMilli(), Instant.parse("9999-01-01T00:00:00Z").toEpochMilli(), isPrivate ? PRIVATE : "public"));
    }

    /**
     * Forgets all back-offs of a host, and the network that it was in.
     *
     * @return false when there were none
     */
    public boolean forget(String host) {
        return writer.write("forget that host " + host + " rests", transaction -> {
            transaction.sql().update("delete from host_rest where host = ? and kind = 'network'", host);
            return transaction.sql().update("delete from host_rest where host = ?", host) > 0;
        });
    }
}
