package dev.sheaf.platform.resolver;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import dev.sheaf.platform.server.Routes;

/** Reads and writes the paths of the resolver. Stateless. */
final class ResolverPath {

    /** Longest path that is read, in characters as sent. */
    private static final int LONGEST = 6_000;
    /** Characters that need no encoding in a path segment (RFC 3986), besides letters and digits. */
    private static final String SAFE = "-._~!$&'()*+,=:@";

    private ResolverPath() {}

    /**
     * Returns the text after the resolver's path, decoded once.
     *
     * @param rawPath path of the request as received
     * @return empty if it is malformed, not UTF-8, blank or too long, or has control characters
     */
    static Optional<String> read(String rawPath) {
        int begin = rawPath.indexOf(Routes.RESOLVER);
        if (begin < 0 || rawPath.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            String text = decode(rawPath.substring(begin + Routes.RESOLVER.length()));
            return text.isBlank() || text.chars().anyMatch(Character::isISOControl) ? Optional.empty() : Optional.of(text);
        } catch (CharacterCodingException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static String decode(String text) throws CharacterCodingException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
            int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
            if (high < 0 || low < 0) {
                throw new IllegalArgumentException("a % without two hexadecimal digits");
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
    }

    /**
     * Returns the path of an identifier. Slashes are encoded where browsers and proxies would change the path otherwise.
     *
     * @param suffix with its dot; empty for none
     */
    static String write(String identifier, String suffix) {
        boolean keepsSlashes = true;
        for (String segment : identifier.split("/", -1)) {
            keepsSlashes &= !segment.isEmpty() && !segment.equals(".") && !segment.equals("..");
        }
        StringBuilder path = new StringBuilder(Routes.RESOLVER);
        for (byte b : (identifier + suffix).getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || SAFE.indexOf(c) >= 0
                    || c == '/' && keepsSlashes) {
                path.append(c);
            } else {
                path.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return path.toString();
    }
}
