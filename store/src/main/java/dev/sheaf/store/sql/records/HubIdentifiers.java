package dev.sheaf.store.sql.records;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Optional;

import dev.sheaf.store.IdentifierDomain;
import dev.sheaf.store.sql.SqlConnection;

/**
 * Local identifiers: those that this hub assigns to items whose own identifier is unique in its repository only, or is used by another
 * source's item. Stateless.
 */
public final class HubIdentifiers {

    /** Key in table {@code meta} of the domain name in the identifiers. */
    public static final String DOMAIN = "repository_identifier";

    private HubIdentifiers() {}

    /** Returns the part after {@code oai:} of local identifiers; it is fixed when the data directory is first used. */
    public static String domain(SqlConnection sql) throws SQLException {
        return sql.one("select v from meta where k = ?", row -> row.getString(1), DOMAIN).orElseThrow();
    }

    /** Returns false for identifiers that no hub has assigned, which saves reading the domain. */
    public static boolean mayBeLocal(String identifier) {
        return identifier.startsWith("oai:") && identifier.indexOf('/') >= 0;
    }

    /** An item of a source. */
    public record SourceItem(String source, String identifier) {}

    /** Returns the item to which this hub has assigned an identifier; empty if it is not a local identifier. */
    public static Optional<SourceItem> sourceItem(String repositoryIdentifier, String identifier) {
        String start = "oai:" + repositoryIdentifier + ":";
        int slash = identifier.indexOf('/', Math.min(start.length(), identifier.length()));
        if (!identifier.startsWith(start) || slash < 0) {
            return Optional.empty();
        }
        ByteArrayOutputStream original = new ByteArrayOutputStream();
        for (int i = slash + 1; i < identifier.length(); i++) {
            char c = identifier.charAt(i);
            if (c == '%' && i + 2 < identifier.length()) {
                original.write(
                        Character.digit(identifier.charAt(i + 1), 16) << 4 | Character.digit(identifier.charAt(i + 2), 16));
                i += 2;
            } else {
                original.write(c);
            }
        }
        SourceItem item = new SourceItem(identifier.substring(start.length(), slash), original.toString(StandardCharsets.UTF_8));
        return IdentifierDomain.localIdentifier(repositoryIdentifier, item.source(), item.identifier()).equals(identifier)
                ? Optional.of(item)
                : Optional.empty();
    }

    /** Returns true if an aggregate shows a copy under its local identifier. */
    public static boolean isShownAsLocal(SqlConnection sql, String identifier, int source, int flags, int aggregate)
            throws SQLException {
        if (source <= 0) {
            return false;
        }
        if ((flags & ItemRow.RENAMED) != 0 || !IdentifierSchemes.isRecognised(identifier)) {
            return true;
        }
        return (flags & ItemRow.LOCAL_IDENTIFIER) != 0 && sql.one(
                "select 1 from local_identifier where identifier = ? and source = ? and aggregate = ? and shown = 1", _ -> true,
                identifier,
                source, aggregate).orElse(false);
    }
}
