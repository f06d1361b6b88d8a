package dev.sheaf.store.sql.lists;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.ServedNames;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;

/**
 * Prefixes under which aggregates show the formats of sources. The first format with a prefix keeps it permanently; another format of the
 * same prefix gets {@code {prefix}.2}, {@code {prefix}.3} and so on. Safe for use by many threads, with the stated exceptions.
 *
 * <p>The namespace identifies a format (S3.4). Schemas are compared only if a namespace is missing, because the same format has many
 * addresses and versions of its schema. {@code oai_dc} always is one format, as the protocol defines it: records of servers that announce
 * it with a wrong namespace must not be lost. A forbidden prefix and its legal replacement are one prefix.
 */
public final class ServedFormats {

    private static final String FIND = "select served from served_prefix where source = ? and prefix = ?";
    private static final String CANDIDATES = "select served, schema, namespace from served_format where prefix = ? order by served";

    private final Names names;
    private final Map<Key, Integer> known = new ConcurrentHashMap<>();

    private record Key(int source, int prefix) {}

    private record Candidate(int served, String schema, String namespace) {}

    public ServedFormats(Names names) {
        this.names = names;
    }

    /** Returns the number of the prefix under which aggregates show a format of a source. */
    public int served(SqlConnection sql, int source, int prefix) throws SQLException {
        return find(sql, source, prefix).orElse(prefix);
    }

    /** Returns the number of the prefix under which aggregates show a format of a source; empty while it has none. */
    public Optional<Integer> find(SqlConnection sql, int source, int prefix) throws SQLException {
        Key key = new Key(source, prefix);
        Integer found = known.get(key);
        if (found != null) {
            return Optional.of(found);
        }
        Optional<Integer> stored = sql.one(FIND, row -> row.getInt(1), source, prefix);
        stored.ifPresent(served -> known.put(key, served));
        return stored;
    }

    /** Assigns a prefix to a format of a source, unless it has one. For the writing thread only. */
    public void assign(Transaction transaction, int source, int prefix, MetadataFormat format) throws SQLException {
        SqlConnection sql = transaction.sql();
        if (find(sql, source, prefix).isPresent()) {
            return;
        }
        int served = choose(transaction, prefix, format);
        sql.update("insert into served_prefix (source, prefix, served) values (?, ?, ?)", source, prefix, served);
        transaction.onRollback(known::clear);
    }

    private int choose(Transaction transaction, int prefix, MetadataFormat format) throws SQLException {
        SqlConnection sql = transaction.sql();
        List<Candidate> candidates = new ArrayList<>(sql.all(CANDIDATES, ServedFormats::candidate, prefix));
        Optional<Integer> twin = twin(sql, prefix);
        if (twin.isPresent()) {
            candidates.addAll(sql.all(CANDIDATES, ServedFormats::candidate, twin.get()));
        }
        for (Candidate candidate : candidates) {
            if (isSame(candidate, format)) {
                sql.update("""
                        update served_format set schema = case schema when '' then ? else schema end,
                        namespace = case namespace when '' then ? else namespace end where served = ?""", format.schema(),
                        format.namespace(), candidate.served());
                return candidate.served();
            }
        }
        int served = prefix;
        String name = names.prefixes().name(sql, prefix);
        for (int n = 2; isTaken(sql, served); n++) {
            served = names.prefixes().number(transaction, name + "." + n);
        }
        sql.update("insert into served_format (served, prefix, schema, namespace) values (?, ?, ?, ?)", served, prefix,
                format.schema(), format.namespace());
        return served;
    }

    /** Returns a prefix with the same served name: {@code oai:dc} of a source, and {@code oai!3Adc} of a hub that received it from there. */
    private Optional<Integer> twin(SqlConnection sql, int prefix) throws SQLException {
        Optional<String> twin = ServedNames.twinOfPrefix(names.prefixes().name(sql, prefix));
        return twin.isEmpty() ? Optional.empty() : names.prefixes().find(sql, twin.get());
    }

    private boolean isTaken(SqlConnection sql, int served) throws SQLException {
        return isServed(sql, served) || isServed(sql, twin(sql, served).orElse(-1));
    }

    private static boolean isServed(SqlConnection sql, int served) throws SQLException {
        return sql.one("select 1 from served_format where served = ?", _ -> true, served).isPresent();
    }

    /**
     * Returns the number of the prefix that is served under a name; -1 if there is none. If two have this name, the one that the repository
     * has is returned.
     */
    public int number(SqlConnection sql, String served, Test test) throws SQLException {
        Optional<Integer> named = names.prefixes().find(sql, served);
        Optional<String> twin = ServedNames.twinOfPrefix(served);
        if (twin.isEmpty()) {
            return named.orElse(-1);
        }
        boolean isLegal = ServedNames.prefix(served).equals(served);
        if (isLegal && named.isPresent() && test.has(named.get())) {
            return named.get();
        }
        return isLegal ? names.prefixes().find(sql, twin.get()).orElse(-1) : -1;
    }

    /** Test whether a repository has a format. */
    public interface Test {
        boolean has(int prefix) throws SQLException;
    }

    private static Candidate candidate(ResultSet row) throws SQLException {
        return new Candidate(row.getInt(1), row.getString(2), row.getString(3));
    }

    private static boolean isSame(Candidate candidate, MetadataFormat format) {
        if (format.prefix().equals(MetadataPrefix.OAI_DC)) {
            return true;
        }
        if (candidate.namespace().isEmpty() || format.namespace().isEmpty()) {
            return candidate.schema().isEmpty() || format.schema().isEmpty() || candidate.schema().equals(format.schema());
        }
        return candidate.namespace().equals(format.namespace());
    }
}
