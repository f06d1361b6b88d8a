package dev.sheaf.platform.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.Position;

/**
 * Walks the live records of a source, oldest change first, to withdraw all or some of them. Belongs to one thread at a time.
 *
 * <p>Withdrawn records move to the end of the lists, which is why the walk ends at the last sequence number of its beginning.
 */
final class Withdrawal {

    /** Records in one transaction. */
    private static final int BATCH = 1_000;

    static final String LIVE = """
            select l.ds, l.seq, r.identifier, r.flags, r.sets from list l cross join rec r on r.seq = l.seq
            where l.scope = ? and l.prefix = ? and (l.ds, l.seq) > (?, ?) and l.seq <= ? and r.flags & 1 = 0
            order by l.ds, l.seq limit ?""";
    /** Of those that the source itself delivered. */
    static final String UNSEEN = """
            select l.ds, l.seq, r.identifier, r.flags, r.sets from list l cross join rec r on r.seq = l.seq
            where l.scope = ? and l.prefix = ? and (l.ds, l.seq) > (?, ?) and l.seq <= ? and r.flags & 3 = 0
            and not exists (select 1 from temp.seen s where s.prefix = l.prefix and s.identifier = r.identifier)
            order by l.ds, l.seq limit ?""";

    /** Of those that the source itself delivered, those that were not known before a sequence number. */
    static final String CREATED = """
            select l.ds, l.seq, r.identifier, r.flags, r.sets from list l cross join rec r on r.seq = l.seq
            cross join item i on i.identifier = r.identifier and i.prefix = r.prefix and i.source = r.source
            where l.scope = ?1 and l.prefix = ?2 and (l.ds, l.seq) > (?3, ?4) and l.seq <= ?5 and r.flags & 3 = 0 and i.born > ?7
            order by l.ds, l.seq limit ?6""";

    private final SqlConnection sql;
    private final Names names;
    private final String query;
    private final Datestamp at;
    private final int scope;
    private final long last;
    private final List<Integer> prefixes;
    /** Where the walk of each format begins. */
    private final Position start;
    private long ds;
    private long seq;

    /**
     * Begins a walk.
     *
     * @param query {@link #LIVE} or {@link #UNSEEN}
     * @param at time in the deleted headers
     */
    Withdrawal(SqlConnection sql, Names names, Scopes scopes, int source, String query, Instant at) throws SQLException {
        this(sql, names, scopes, source, query, at, new Position(Long.MIN_VALUE, 0));
    }

    /** A walk of one format. */
    static Withdrawal of(int prefix, SqlConnection sql, Names names, Scopes scopes, int source, String query, Instant at)
            throws SQLException {
        Withdrawal walk = new Withdrawal(sql, names, scopes, source, query, at);
        walk.prefixes.removeIf(other -> other != prefix);
        return walk;
    }

    /**
     * Begins a walk that passes over old changes.
     *
     * @param start the last of these
     */
    Withdrawal(SqlConnection sql, Names names, Scopes scopes, int source, String query, Instant at, Position start)
            throws SQLException {
        this.start = start;
        this.ds = start.datestamp();
        this.seq = start.seq();
        this.sql = sql;
        this.names = names;
        this.query = query;
        this.at = Datestamp.ofSecond(at);
        this.scope = scopes.find(sql, source, "").orElse(-1);
        this.last = Transaction.lastSeq(sql);
        this.prefixes = sql.all("select prefix from stat where scope = ? and live > 0", row -> row.getInt(1), scope);
    }

    /** Deleted headers for the next live records; none when there are no more. */
    List<Incoming> next() throws SQLException {
        while (!prefixes.isEmpty()) {
            List<Incoming> tombstones = read(prefixes.getFirst());
            if (!tombstones.isEmpty()) {
                return tombstones;
            }
            prefixes.removeFirst();
            ds = start.datestamp();
            seq = start.seq();
        }
        return List.of();
    }

    private List<Incoming> read(int prefix) throws SQLException {
        List<Incoming> tombstones = new ArrayList<>();
        PreparedStatement statement = sql.prepare(query);
        statement.setInt(1, scope);
        statement.setInt(2, prefix);
        statement.setLong(3, ds);
        statement.setLong(4, seq);
        statement.setLong(5, last);
        statement.setInt(6, BATCH);
        if (query.equals(CREATED)) {
            statement.setLong(7, start.seq());
        }
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                ds = row.getLong(1);
                seq = row.getLong(2);
                // Sheaf says itself that they are gone, so it can say of which sets: harvesters of a set then see it in the header too.
                Header header = new Header(row.getString(3), at, SetNames.received(sql, names, row.getBytes(5)), true);
                tombstones.add(Incoming.hashed(prefix, new OaiRecord(header, null), (row.getInt(4) & ItemRow.DERIVED) != 0));
            }
        }
        return tombstones;
    }
}
