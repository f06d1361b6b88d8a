package dev.sheaf.store.sql.records;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Source;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;

/**
 * Table {@code origin}: the repositories from which records were harvested. Belongs to a connection, and to one thread at a time.
 *
 * <p>The origin of a sequence number never changes: a source that moves gets another row, which counts from the next number on. A record
 * that was rendered with its origin therefore never needs to be rendered again.
 */
public final class Origins {

    private static final String ROWS = "select since, base_url, early from origin where source = ? order by since desc";
    private static final String ADD = """
            insert into origin (source, since, base_url, early) values (?, ?, ?, ?)
            on conflict (source, since) do update set base_url = excluded.base_url, early = excluded.early""";
    private static final String NAMESPACE = "select namespace from format where prefix = ? and source = ?";
    /** Query for the formats in which the source delivered an item. oai_dc comes first, because most derived records come from it. */
    private static final String MADE_OF = """
            select f.namespace from item i join format f on f.prefix = i.prefix and f.source = i.source
            where i.identifier = ? and i.source = ? and i.flags & 3 = 0
            order by i.prefix <> coalesce((select num from prefix_name where name = 'oai_dc'), -1), i.prefix limit 1""";

    private final SqlConnection sql;
    private final Map<Integer, Known> known = new HashMap<>();

    Origins(SqlConnection sql) {
        this.sql = sql;
    }

    /**
     * A repository from which a source was harvested.
     *
     * @param since first sequence number
     * @param baseUrl its base URL
     * @param early true if it spoke protocol 1.0 or 1.1
     */
    record HarvestedFrom(long since, @Nullable String baseUrl, boolean early) {}

    /** Cached origins of a source. They are complete for sequence numbers up to {@code upTo}. */
    private record Known(long upTo, List<HarvestedFrom> latestFirst, Map<Integer, String> namespaces) {}

    /** Returns the repository from which a version of a record was harvested; null if it was not harvested. */
    @Nullable
    HarvestedFrom of(int source, long seq) throws SQLException {
        for (HarvestedFrom origin : known(source, seq).latestFirst) {
            if (origin.since <= seq) {
                return origin.baseUrl == null ? null : origin;
            }
        }
        return null;
    }

    /** Returns the namespace that a source states for a format; empty if it states none. */
    String namespace(int source, int prefix, long seq) throws SQLException {
        Known of = known(source, seq);
        String namespace = of.namespaces.get(prefix);
        if (namespace == null) {
            namespace = sql.one(NAMESPACE, row -> row.getString(1), prefix, source).orElse("");
            of.namespaces.put(prefix, namespace);
        }
        return namespace;
    }

    /** Returns the namespace of the format from which an item's records are derived; empty if the source has no such record left. */
    String madeOf(int source, String identifier) throws SQLException {
        return sql.one(MADE_OF, row -> row.getString(1), identifier, source).orElse("");
    }

    private Known known(int source, long seq) throws SQLException {
        Known found = known.get(source);
        if (found == null || found.upTo < seq) {
            // The number is read first: a row that is added in between counts for later numbers only.
            long upTo = Math.max(seq, Transaction.lastSeq(sql));
            List<HarvestedFrom> origins = sql.all(ROWS, Origins::origin, source);
            found = new Known(upTo, List.copyOf(origins), new HashMap<>());
            known.put(source, found);
        }
        return found;
    }

    /** Returns true for sources with records of another repository, not of this hub. */
    public static boolean isHarvested(SqlConnection sql, int source) throws SQLException {
        return last(sql, source).filter(origin -> origin.baseUrl != null).isPresent();
    }

    /** Returns true if a source is known to speak protocol 1.0 or 1.1. */
    public static boolean isEarly(SqlConnection sql, int source) throws SQLException {
        return last(sql, source).filter(origin -> origin.baseUrl != null && origin.early).isPresent();
    }

    /** Stores the repository from which a source's future records come. */
    public static void note(Transaction transaction, int source, Source registered) throws SQLException {
        boolean harvested = registered.kind().isRepository();
        String baseUrl = harvested ? registered.baseUrl() : null;
        Optional<HarvestedFrom> last = last(transaction.sql(), source);
        if (last.isEmpty() ? baseUrl != null : !Objects.equals(last.get().baseUrl, baseUrl)) {
            add(transaction, source, baseUrl, false);
        }
    }

    /** Returns true if the stored protocol version agrees with the one that a source states. */
    public static boolean agrees(SqlConnection sql, int source, String protocolVersion) throws SQLException {
        return last(sql, source).filter(origin -> origin.baseUrl != null && origin.early != isEarly(protocolVersion)).isEmpty();
    }

    /** Stores the protocol version that a source states. */
    public static void noteProtocol(Transaction transaction, int source, String protocolVersion) throws SQLException {
        if (!agrees(transaction.sql(), source, protocolVersion)) {
            add(transaction, source, last(transaction.sql(), source).map(HarvestedFrom::baseUrl).orElse(null),
                    isEarly(protocolVersion));
        }
    }

    /** Returns true for protocol 1.0 and 1.1. */
    public static boolean isEarly(String protocolVersion) {
        return protocolVersion.strip().startsWith("1.");
    }

    private static Optional<HarvestedFrom> last(SqlConnection sql, int source) throws SQLException {
        return sql.one(ROWS + " limit 1", Origins::origin, source);
    }

    private static HarvestedFrom origin(ResultSet row) throws SQLException {
        return new HarvestedFrom(row.getLong(1), row.getString(2), row.getInt(3) != 0);
    }

    private static void add(Transaction transaction, int source, @Nullable String baseUrl, boolean early) throws SQLException {
        transaction.sql().update(ADD, source, Transaction.lastSeq(transaction.sql()) + 1, baseUrl, early ? 1 : 0);
    }
}
