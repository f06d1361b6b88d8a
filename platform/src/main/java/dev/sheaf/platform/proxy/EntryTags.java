package dev.sheaf.platform.proxy;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * Tags by which the entries of a list are found in a response. Entries are records, headers, identifiers of protocol 1.x, or sets; the tags
 * have the prefix that the response uses.
 *
 * <p>The tag of a MARC record inside a record looks the same, so the following tag is checked as well.
 *
 * @param opening start tag of an entry, up to its name
 * @param following start tag that must follow it, up to its name; empty for none
 * @param token start tag of a resumptionToken, up to its name
 * @param listEnd end tag of the list, up to its name
 * @param closing end tags of all elements that are open between two entries
 */
record EntryTags(String opening, String following, String token, String listEnd, String closing) {

    private static final String[] LISTS = {"ListRecords", "ListIdentifiers", "ListSets"};
    private static final String ROOT = "OAI-PMH";
    /** Number of bytes at the beginning of a record that are searched for its identifier. */
    private static final int HEADER = 4096;
    private static final int LONGEST_IDENTIFIER = 1000;

    /** Finds the tags of the list in a response; null if the response has no list. */
    static @Nullable EntryTags find(byte[] response, int length) {
        for (int at = 0; at < length; at++) {
            if (response[at] != '<') {
                continue;
            }
            int nameEnd = at + 1;
            int local = at + 1;
            while (nameEnd < length && isName(response[nameEnd])) {
                if (response[nameEnd++] == ':') {
                    local = nameEnd;
                }
            }
            String name = text(response, local, Math.min(nameEnd, local + 20));
            for (String list : LISTS) {
                if (name.equals(list)) {
                    return of(text(response, at + 1, local), list, hasRoot(response, at));
                }
            }
        }
        return null;
    }

    private static EntryTags of(String prefix, String list, boolean hasRoot) {
        String unit = switch (list) {
            case "ListRecords" -> "record";
            case "ListIdentifiers" -> hasRoot ? "header" : "identifier";
            default -> "set";
        };
        String following = switch (unit) {
            case "record" -> "<" + prefix + "header";
            case "set" -> "<" + prefix + "setSpec";
            default -> "";
        };
        String listEnd = "</" + prefix + list;
        return new EntryTags("<" + prefix + unit, following, "<" + prefix + "resumptionToken", listEnd,
                listEnd + ">" + (hasRoot ? "</" + prefix + ROOT + ">" : ""));
    }

    /** Returns true in protocol 2.0, in which the list is inside a root element. */
    private static boolean hasRoot(byte[] response, int before) {
        return text(response, 0, before).contains(ROOT);
    }

    /** Returns the first place from {@code from} at which an entry begins; -1 if there is none before {@code to}. */
    int next(byte[] in, int from, int to) {
        for (int at = from; at < to; at++) {
            if (in[at] == '<' && begins(in, at, to)) {
                return at;
            }
        }
        return -1;
    }

    /** Returns the last place before {@code to} at which an entry begins; -1 if there is none from {@code from} on. */
    int last(byte[] in, int from, int to) {
        for (int at = to - 1; at >= from; at--) {
            if (in[at] == '<' && begins(in, at, to)) {
                return at;
            }
        }
        return -1;
    }

    /** Returns the first place at which something follows the preceding entries: another entry, the token, or the end of the list. */
    int resume(byte[] in, int from, int to) {
        for (int at = from; at < to; at++) {
            if (in[at] == '<' && (begins(in, at, to) || startsWith(in, at, to, token) || startsWith(in, at, to, listEnd))) {
                return at;
            }
        }
        return -1;
    }

    private boolean begins(byte[] in, int at, int to) {
        if (!startsWith(in, at, to, opening)) {
            return false;
        }
        int end = at + opening.length();
        if (end >= to || isName(in[end])) {
            return false;
        }
        if (following.isEmpty()) {
            return true;
        }
        while (end < to && in[end] != '>' && in[end] != '<') {
            end++;
        }
        end++;
        while (end < to && isBlank(in[end])) {
            end++;
        }
        int behind = end + following.length();
        return startsWith(in, end, to, following) && behind < to && !isName(in[behind]);
    }

    /** Returns the identifier of the record that begins at a place, as written; null if it is not found near the place. */
    static @Nullable String identifier(byte[] in, int from, int to) {
        String header = text(in, from, Math.min(to, from + HEADER));
        int tag = header.indexOf("identifier>");
        int end = tag < 0 ? -1 : header.indexOf('<', tag);
        return end < 0 || end - tag > LONGEST_IDENTIFIER
                ? null
                : header.substring(tag + "identifier>".length(), end).strip();
    }

    private static boolean startsWith(byte[] in, int at, int to, String wanted) {
        if (at + wanted.length() > to) {
            return false;
        }
        for (int i = 0; i < wanted.length(); i++) {
            if (in[at + i] != wanted.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static String text(byte[] in, int from, int to) {
        return new String(in, from, Math.max(0, to - from), StandardCharsets.ISO_8859_1);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private static boolean isName(byte b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == ':' || b == '_' || b == '-'
                || b == '.';
    }
}
