package dev.sheaf.store.records;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Names in place of setSpecs and metadataPrefixes that the response schema forbids. The rule can be reversed, so two names never become
 * one.
 *
 * <p>Nodes of a setSpec (between colons) and prefixes may hold URI unreserved characters only. A node that keeps to this is served as it
 * is. In every other, a character that is not allowed is written as its UTF-8 bytes, each {@code !} and two upper-case hexadecimal digits; a
 * {@code !} that two such digits follow is written {@code !21}; an empty node is written {@code !00}. So {@code Open Access} is served as
 * {@code Open!20Access}.
 *
 * <p>A legal node is never touched, or a name would grow with every hub that it passes through: {@code Open!20Access},
 * {@code Open!2120Access}, {@code Open!212120Access}. The price: a source that has a forbidden name and beside it the very name that this rule
 * makes of it shows both as one.
 */
public final class ServedNames {

    private static final String HEX = "0123456789ABCDEF";
    private static final String EMPTY_NODE = "!00";

    private ServedNames() {}

    /** A received setSpec as it is served. */
    public static String set(String received) {
        int colon = received.indexOf(':');
        if (colon < 0) {
            return node(received);
        }
        StringBuilder served = new StringBuilder(received.length() + 8);
        int start = 0;
        while (colon >= 0) {
            served.append(node(received.substring(start, colon))).append(':');
            start = colon + 1;
            colon = received.indexOf(':', start);
        }
        return served.append(node(received.substring(start))).toString();
    }

    /** A received metadataPrefix as it is served. */
    public static String prefix(String received) {
        return node(received);
    }

    /**
     * The other metadataPrefix that is served in the same way: of a forbidden one the legal one that is served in its place, and the other way
     * round; empty when there is none.
     */
    public static Optional<String> twinOfPrefix(String name) {
        String form = node(name);
        if (!form.equals(name)) {
            return Optional.of(form);
        }
        String spelled = unescaped(name);
        return !spelled.equals(name) && node(spelled).equals(name) ? Optional.of(spelled) : Optional.empty();
    }

    /** The forbidden setSpec that is served as a legal one; empty when there is none. */
    public static Optional<String> forbiddenSet(String served) {
        String spelled = unescaped(served);
        return !spelled.equals(served) && set(spelled).equals(served) ? Optional.of(spelled) : Optional.empty();
    }

    private static String unescaped(String served) {
        if (served.indexOf('!') < 0) {
            return served;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(served.length());
        byte[] utf8 = served.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < utf8.length; i++) {
            if (utf8[i] == '!' && i + 2 < utf8.length && HEX.indexOf(utf8[i + 1]) >= 0 && HEX.indexOf(utf8[i + 2]) >= 0) {
                int value = HEX.indexOf(utf8[i + 1]) * 16 + HEX.indexOf(utf8[i + 2]);
                if (value != 0) {
                    bytes.write(value);
                }
                i += 2;
            } else {
                bytes.write(utf8[i]);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String node(String received) {
        if (received.isEmpty()) {
            return EMPTY_NODE;
        }
        if (isLegal(received)) {
            return received;
        }
        StringBuilder served = new StringBuilder(received.length() + 8);
        byte[] utf8 = received.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < utf8.length; i++) {
            char c = (char) (utf8[i] & 0xFF);
            boolean looksEscaped = c == '!' && i + 2 < utf8.length && HEX.indexOf(utf8[i + 1]) >= 0
                    && HEX.indexOf(utf8[i + 2]) >= 0;
            if (isUnreserved(c) && !looksEscaped) {
                served.append(c);
            } else {
                served.append('!').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            }
        }
        return served.toString();
    }

    private static boolean isLegal(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isUnreserved(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUnreserved(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "-_.!~*'()".indexOf(c) >= 0;
    }
}
