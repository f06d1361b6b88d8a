package dev.sheaf.core.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of UTF-8 bytes, into which characters are encoded. Not thread-safe. */
final class Utf8Buffer {

    private static final int CHUNK = 1 << 16;

    private byte[] bytes;
    private int length;

    Utf8Buffer(int capacity) {
        bytes = new byte[capacity];
    }

    int length() {
        return length;
    }

    byte[] array() {
        return bytes;
    }

    void clear() {
        length = 0;
    }

    /** Removes and returns the bytes after this length. */
    byte[] cut(int from) {
        byte[] end = Arrays.copyOfRange(bytes, from, length);
        length = from;
        return end;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }

    /** Writes the bytes to a stream and empties the buffer, if it has grown large. */
    void drainTo(OutputStream out) throws IOException {
        if (length >= CHUNK) {
            writeTo(out);
            clear();
        }
    }

    Utf8Buffer put(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
        return this;
    }

    Utf8Buffer put(byte[] source, int offset, int count) {
        reserve(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
        return this;
    }

    Utf8Buffer put(byte[] source) {
        return put(source, 0, source.length);
    }

    /** Encodes text without escaping. Lone surrogates become U+FFFD. */
    Utf8Buffer put(String text) {
        int count = text.length();
        reserve(count * 3);
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes[length++] = (byte) c;
            } else {
                i += encode(c, i + 1 < count ? text.charAt(i + 1) : 0);
            }
        }
        return this;
    }

    /** Encodes text without escaping. Lone surrogates become U+FFFD. */
    Utf8Buffer put(char[] text, int offset, int count) {
        reserve(count * 3);
        int end = offset + count;
        for (int i = offset; i < end; i++) {
            char c = text[i];
            if (c < 0x80) {
                bytes[length++] = (byte) c;
            } else {
                i += encode(c, i + 1 < end ? text[i + 1] : 0);
            }
        }
        return this;
    }

    /** Appends text for an attribute value, in which the next parser would replace line feeds and tabs by spaces. */
    Utf8Buffer escapeAttribute(String text) {
        int done = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\t') {
                escape(text.substring(done, i)).put(c == '\n' ? "&#10;" : "&#9;");
                done = i + 1;
            }
        }
        return escape(done == 0 ? text : text.substring(done));
    }

    /**
     * Encodes text for use between tags or between double quotes. Characters that XML does not allow become U+FFFD, so that the result is
     * legal for any text.
     */
    Utf8Buffer escape(String text) {
        int count = text.length();
        reserve(count * 6);
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> put(AMP);
                case '<' -> put(LT);
                case '>' -> put(GT);
                case '"' -> put(QUOT);
                case '\n', '\t' -> put(c);
                // The next parser would read a bare carriage return as a line feed.
                case '\r' -> put(CR);
                default -> {
                    if (c < 0x20 || c == '\uFFFE' || c == '\uFFFF') {
                        encode('\uFFFD', (char) 0);
                    } else if (c < 0x80) {
                        bytes[length++] = (byte) c;
                    } else {
                        i += encode(c, i + 1 < count ? text.charAt(i + 1) : 0);
                    }
                }
            }
        }
        return this;
    }

    /**
     * Encodes one character that is not ASCII, with the next one if both form a surrogate pair. Returns the number of additional characters
     * used.
     */
    private int encode(char c, char next) {
        reserve(4);
        if (c < 0x80) {
            bytes[length++] = (byte) c;
            return 0;
        }
        if (c < 0x800) {
            bytes[length++] = (byte) (0xC0 | c >> 6);
            bytes[length++] = (byte) (0x80 | c & 0x3F);
            return 0;
        }
        if (Character.isHighSurrogate(c) && Character.isLowSurrogate(next)) {
            int point = Character.toCodePoint(c, next);
            bytes[length++] = (byte) (0xF0 | point >> 18);
            bytes[length++] = (byte) (0x80 | point >> 12 & 0x3F);
            bytes[length++] = (byte) (0x80 | point >> 6 & 0x3F);
            bytes[length++] = (byte) (0x80 | point & 0x3F);
            return 1;
        }
        char written = Character.isSurrogate(c) ? '\uFFFD' : c;
        bytes[length++] = (byte) (0xE0 | written >> 12);
        bytes[length++] = (byte) (0x80 | written >> 6 & 0x3F);
        bytes[length++] = (byte) (0x80 | written & 0x3F);
        return 0;
    }

    private void reserve(int count) {
        int needed = Math.addExact(length, count);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(Integer.MAX_VALUE - 16L, bytes.length * 2L)));
        }
    }

    private static final byte[] AMP = ascii("&amp;");
    private static final byte[] LT = ascii("&lt;");
    private static final byte[] GT = ascii("&gt;");
    private static final byte[] QUOT = ascii("&quot;");
    private static final byte[] CR = ascii("&#13;");

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
