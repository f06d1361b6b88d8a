package dev.sheaf.platform.store;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.description.OaiIdentifierDescription;
import dev.sheaf.core.repository.Position;

/**
 * Which sources have oai-identifiers of this hub throughout: only such a source may say so of itself (P-42). Identifiers are looked at
 * once: whatever changes moves to the end of its list, so the next look begins where the last one ended. Safe for use by many threads.
 */
final class IdentifierSchemes {

    private static final String IDENTIFIERS = """
            select r.identifier from json_each(?) l cross join rec r on r.seq = l.value""";
    private static final String PREFIXES = "select prefix from stat where scope = ?";
    /** Identifiers that one answer takes the time to look at: some 50 ms. A larger source is described after some answers more. */
    private static final int AT_ONCE = 20_000;

    private static final class Seen {
        private final Map<Integer, Position> behind = new HashMap<>();
        private @Nullable String sample;
        private boolean others;
    }

    private final Map<Integer, Seen> bySource = new HashMap<>();

    /**
     * True when an identifier is of a URI scheme that gives it the same meaning everywhere (guidelines for aggregators): an oai-identifier of
     * version 2.0, a URN, info, http(s), DOI, Handle or ARK. Other identifiers mean something in their own repository only.
     */
    static boolean isRecognised(String identifier) {
        int colon = identifier.indexOf(':');
        if (colon < 1 || identifier.chars().anyMatch(c -> c <= ' ' || Character.isWhitespace(c))) {
            return false;
        }
        String rest = identifier.substring(colon + 1);
        // By hand: every identifier of every page is looked at, and a pattern with choices in a loop overflows the stack on long ones.
        return switch (identifier.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "oai" -> identifier.startsWith("oai:") && isOaiIdentifier(rest);
            case "urn" -> rest.indexOf(':') > 0 && rest.indexOf(':') < rest.length() - 1;
            case "info", "doi", "hdl" -> rest.indexOf('/') > 0 && rest.indexOf('/') < rest.length() - 1;
            case "ark" -> rest.indexOf('/', 1) > 0;
            case "http", "https", "ftp" -> rest.startsWith("//") && rest.length() > 2 && rest.charAt(2) != '/';
            case "tag" -> rest.indexOf(',') > 0 && rest.indexOf(':') > rest.indexOf(',');
            default -> false;
        };
    }

    /** What follows {@code oai:}: a domain name with a dot, a colon, and what a URI may hold, escapes in upper case. */
    private static boolean isOaiIdentifier(String rest) {
        int colon = rest.indexOf(':');
        if (colon < 3 || colon == rest.length() - 1 || rest.lastIndexOf('.', colon) < 0) {
            return false;
        }
        boolean begins = true;
        for (int i = 0; i < colon; i++) {
            char c = rest.charAt(i);
            if (begins ? !isLetter(c) : !(isLetter(c) || isDigit(c) || c == '-' || c == '.')) {
                return false;
            }
            begins = c == '.';
        }
        if (begins) {
            return false;
        }
        for (int i = colon + 1; i < rest.length(); i++) {
            char c = rest.charAt(i);
            if (c == '%') {
                if (i + 2 >= rest.length() || !isUpperHex(rest.charAt(i + 1)) || !isUpperHex(rest.charAt(i + 2))) {
                    return false;
                }
                i += 2;
            } else if (!isUric(c)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isUpperHex(char c) {
        return isDigit(c) || c >= 'A' && c <= 'F';
    }

    private static boolean isUric(char c) {
        return isLetter(c) || isDigit(c) || ";/?:@&=+$,-_.!~*'()".indexOf(c) >= 0;
    }

    /**
     * The identifier that this hub gives an item of a source: {@code oai:{repository-identifier}:{source}/{escaped original}}. What a URI
     * may hold stays, everything else (and the percent sign) is percent-encoded, so that two originals never become one.
     */
    static String mint(String repositoryIdentifier, String source, String identifier) {
        StringBuilder minted = new StringBuilder("oai:").append(repositoryIdentifier).append(':').append(source).append('/');
        for (byte b : identifier.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (isUric(c)) {
                minted.append(c);
            } else {
                minted.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return minted.toString();
    }

    /** An item of a source. */
    record Minted(String source, String identifier) {}

    /** The item that this hub has given an identifier; empty when it is none of its own. */
    static Optional<Minted> minted(String repositoryIdentifier, String identifier) {
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
        Minted item = new Minted(identifier.substring(start.length(), slash), original.toString(StandardCharsets.UTF_8));
        return mint(repositoryIdentifier, item.source(), item.identifier()).equals(identifier)
                ? Optional.of(item)
                : Optional.empty();
    }

    /**
     * How the identifiers of a source are made.
     *
     * @param scope the list of all its records
     * @param repositoryIdentifier of this hub
     * @return empty when one of them is made in another way, when there is none, or when not all have been looked at
     */
    synchronized Optional<OaiIdentifierDescription> find(SqlConnection sql, int source, int scope, String repositoryIdentifier)
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
