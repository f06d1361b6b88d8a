package dev.sheaf.platform.store;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * How setSpecs and metadataPrefixes that the response schema forbids are served: by a rule that can be reversed, so that two names never
 * become one.
 *
 * <p>Nodes of a setSpec (between colons) and prefixes may hold URI unreserved characters only. Every other character is written as its
 * UTF-8 bytes, each {@code !} and two upper-case hexadecimal digits; a {@code !} that two such digits follow is written {@code !21}; an
 * empty node is written {@code !00}. So {@code Open Access} is served as {@code Open!20Access}, and a legal name almost always as itself.
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
    static String prefix(String received) {
        return node(received);
    }

    /** The received setSpec or prefix that is served so; some other text when there is none. */
    public static String received(String served) {
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
        if (isPlain(received)) {
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

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '!' || !isUnreserved(c)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUnreserved(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "-_.!~*'()".indexOf(c) >= 0;
    }
}
