package dev.sheaf.core;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Legal replacements of setSpecs and metadataPrefixes that the response schema forbids. The rule is reversible, so two names never become
 * one.
 *
 * <p>Nodes of a setSpec (between colons) and prefixes may contain URI unreserved characters only. A legal node is served unchanged. In any
 * other node, each illegal character is written as its UTF-8 bytes, each byte as {@code !} and two upper-case hexadecimal digits; a {@code
 * !} that two such digits follow is written {@code !21}; an empty node is written {@code !00}. So {@code Open Access} is served as {@code
 * Open!20Access}.
 *
 * <p>A legal node is never changed, because otherwise a name would grow with every hub that it passes through: {@code Open!20Access},
 * {@code Open!2120Access}, {@code Open!212120Access}. One case is lost: if a source has a forbidden name and also a set with its
 * replacement as name, both are shown as one.
 */
public final class ServedNames {

    private static final String HEX = "0123456789ABCDEF";
    private static final String EMPTY_NODE = "!00";

    private ServedNames() {}

    /** Returns a received setSpec in the form in which it is served. */
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

    /** Returns a received metadataPrefix in the form in which it is served. */
    public static String prefix(String received) {
        return node(received);
    }

    /**
     * Returns the other metadataPrefix that is served under the same name: for a forbidden prefix its legal replacement, and the other way
     * round; empty if there is none.
     */
    public static Optional<String> twinOfPrefix(String name) {
        String form = node(name);
        if (!form.equals(name)) {
            return Optional.of(form);
        }
        String spelled = unescaped(name);
        return !spelled.equals(name) && node(spelled).equals(name) ? Optional.of(spelled) : Optional.empty();
    }

    /** Returns the forbidden setSpec whose replacement is this name; empty if there is none. */
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
