package dev.sheaf.store.sql.saving;

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
import dev.sheaf.store.records.Deletion;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.lists.ListEntries;
import dev.sheaf.store.sql.lists.Scopes;
import dev.sheaf.store.sql.records.Incoming;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.SetNames;

/**
 * Walk through the live records of a source, oldest change first, that withdraws all or some of them. Belongs to one thread at a time.
 *
 * <p>Withdrawn records move to the end of the lists, so the walk ends at the last sequence number that existed when it began.
 */
public final class Withdrawal {

    /** Number of records in one transaction. This is a seventh less work than with 1,000, and other writers wait for a tenth of a second. */
    private static final int BATCH = 3_000;

    private static final String LISTED = """
            select r.identifier, r.flags, r.sets from {numbers} l {then join} rec r on r.seq = l.value
            """;
    public static final String LIVE = LISTED + "where r.flags & 1 = 0 {in order}";
    /** Query for records that the source delivered and a census did not see. */
    static final String UNSEEN = LISTED + """
            where r.flags & 3 = 0
            and not exists (select 1 from seen s where s.prefix = r.prefix and s.identifier = r.identifier) {in order}""";
    /** Query for records that the source delivered and that did not exist before a sequence number. */
    static final String CREATED = LISTED + """
            {then join} item i on i.identifier = r.identifier and i.prefix = r.prefix and i.source = r.source
            where r.flags & 3 = 0 and i.born > ? {in order}""";

    private final SqlConnection sql;
    private final Names names;
    private final String query;
    private final Datestamp at;
    private final int scope;
    private final long last;
    private final List<Integer> prefixes;
    /** Position at which the walk of each format begins. */
    private final Position start;
    private Position after;

    /**
     * Begins a walk.
     *
     * @param query {@link #LIVE}, {@link #UNSEEN} or {@link #CREATED}
     * @param at datestamp of the deleted headers
     */
    public Withdrawal(SqlConnection sql, Names names, Scopes scopes, int source, String query, Instant at) throws SQLException {
        this(sql, names, scopes, source, query, at, ListEntries.START);
    }

    /** Begins a walk through one format. */
    static Withdrawal of(int prefix, SqlConnection sql, Names names, Scopes scopes, int source, String query, Instant at)
            throws SQLException {
        Withdrawal walk = new Withdrawal(sql, names, scopes, source, query, at);
        walk.prefixes.removeIf(other -> other != prefix);
        return walk;
    }

    /**
     * Begins a walk that skips old changes.
     *
     * @param start position of the last skipped change
     */
    Withdrawal(SqlConnection sql, Names names, Scopes scopes, int source, String query, Instant at, Position start)
            throws SQLException {
        this.start = start;
        this.after = start;
        this.sql = sql;
        this.names = names;
        this.query = query;
        this.at = Datestamp.ofSecond(at);
        this.scope = scopes.find(sql, source, "").orElse(-1);
        this.last = Transaction.lastSeq(sql);
        this.prefixes = sql.all("select prefix from stat where scope = ? and live > 0", row -> row.getInt(1), scope);
    }

    /** Returns deleted headers for the next live records; none if there are no more. */
    public List<Incoming> next() throws SQLException {
        while (!prefixes.isEmpty()) {
            int prefix = prefixes.getFirst();
            ListEntries entries = ListEntries.read(sql, scope, prefix, after, ListEntries.END, BATCH, true).upTo(last);
            if (entries.isEmpty()) {
                prefixes.removeFirst();
                after = start;
            } else {
                after = entries.last();
                List<Incoming> deletedHeaders = read(prefix, entries);
                if (!deletedHeaders.isEmpty()) {
                    return deletedHeaders;
                }
            }
        }
        return List.of();
    }

    private List<Incoming> read(int prefix, ListEntries entries) throws SQLException {
        List<Incoming> deletedHeaders = new ArrayList<>();
        PreparedStatement statement = sql.prepare(query);
        statement.setString(1, entries.seqs());
        if (query.equals(CREATED)) {
            statement.setLong(2, start.seq());
        }
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                // The hub itself withdraws them, so it names their sets in the header, and harvesters of a set see the deletion.
                Header header = new Header(row.getString(1), at, SetNames.received(sql, names, row.getBytes(3)), true);
                deletedHeaders
                        .add(Incoming.deletedHeader(prefix, new OaiRecord(header, null), (row.getInt(2) & ItemRow.DERIVED) != 0,
                                query.equals(UNSEEN) ? Deletion.Cause.ABSENCE : Deletion.Cause.HUB));
            }
        }
        return deletedHeaders;
    }
}
