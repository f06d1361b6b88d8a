package dev.sheaf.publish.files;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Paths in web addresses (RFC 3986, section 3.3). Stateless. */
final class WebPath {

    private static final String KEPT = "-._~!$&'()*+,;=:@/";

    private WebPath() {}

    /** Encodes a path with slashes. */
    static String encode(String path) {
        StringBuilder encoded = new StringBuilder(path.length() + 16);
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || KEPT.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return encoded.toString();
    }

    /** Decodes one name of a path; empty when it is not UTF-8, or no name: empty, a dot or two, with a slash or a null byte. */
    static Optional<String> name(String encoded) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
        int i = 0;
        while (i < encoded.length()) {
            int c = encoded.codePointAt(i);
            int high = c == '%' && i + 2 < encoded.length() ? Character.digit(encoded.charAt(i + 1), 16) : -1;
            int low = high < 0 ? -1 : Character.digit(encoded.charAt(i + 2), 16);
            if (low >= 0) {
                bytes.write(high << 4 | low);
                i += 3;
            } else {
                bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
                i += Character.charCount(c);
            }
        }
        String name = bytes.toString(StandardCharsets.UTF_8);
        boolean isName = !name.isEmpty() && !name.equals(".") && !name.equals("..") && name.indexOf('/') < 0
                && name.indexOf('\0') < 0 && name.indexOf('\ufffd') < 0;
        return isName ? Optional.of(name) : Optional.empty();
    }
}
