package dev.sheaf.store.sql.lists;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.description.OaiIdentifierDescription;
import dev.sheaf.core.repository.Position;
import dev.sheaf.store.sql.SqlConnection;

/**
 * Finder of sources whose identifiers are all oai-identifiers of this hub. Only such a source may state this in its Identify (P-42). Each
 * identifier is examined once: a changed record moves to the end of its list, so the next examination begins where the last one ended. Safe
 * for use by many threads.
 */
public final class OwnIdentifiers {

    private static final String IDENTIFIERS = """
            select r.identifier from {numbers} l {then join} rec r on r.seq = l.value""";
    private static final String PREFIXES = "select prefix from stat where scope = ?";
    /** Number of identifiers that one call examines, which takes some 50 ms. A larger source gets its description after some more calls. */
    private static final int AT_ONCE = 20_000;

    private static final class Seen {
        private final Map<Integer, Position> behind = new HashMap<>();
        private @Nullable String sample;
        private boolean others;
    }

    private final Map<Integer, Seen> bySource = new HashMap<>();

    /**
     * Returns the description of a source's identifiers.
     *
     * @param scope the list of all its records
     * @param repositoryIdentifier of this hub
     * @return empty if one of them has another form, if there are none, or if not all have been examined yet
     */
    public synchronized Optional<OaiIdentifierDescription> find(SqlConnection sql, int source, int scope,
            String repositoryIdentifier)
            throws SQLException {
        Seen seen = bySource.computeIfAbsent(source, _ -> new Seen());
        int left = AT_ONCE;
        for (int prefix : sql.all(PREFIXES, row -> row.getInt(1), scope)) {
            left -= look(sql, seen, scope, prefix, repositoryIdentifier, left);
            if (seen.others || left <= 0) {
                return Optional.empty();
            }
        }
        return seen.sample == null ? Optional.empty() : OaiIdentifierDescription.of(seen.sample);
    }

    private static int look(SqlConnection sql, Seen seen, int scope, int prefix, String repositoryIdentifier, int limit)
            throws SQLException {
        if (seen.others) {
            return 0;
        }
        Position from = seen.behind.getOrDefault(prefix, ListEntries.START);
        ListEntries entries = ListEntries.read(sql, scope, prefix, from, ListEntries.END, limit, false);
        if (entries.isEmpty()) {
            return 0;
        }
        seen.behind.put(prefix, entries.last());
        for (String identifier : sql.all(IDENTIFIERS, row -> row.getString(1), entries.seqs())) {
            if (OaiIdentifierDescription.namespaceOf(identifier).filter(repositoryIdentifier::equals).isEmpty()) {
                seen.others = true;
            } else if (seen.sample == null) {
                seen.sample = identifier;
            }
        }
        return entries.size();
    }
}
