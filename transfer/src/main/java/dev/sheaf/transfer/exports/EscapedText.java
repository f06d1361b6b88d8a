package dev.sheaf.transfer.exports;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text in UTF-8 that is escaped as the content of a JSON string, in a reusable array. Most bytes of an export are metadata, and few of them
 * need an escape. Therefore eight bytes are tested at a time, and text without escapes is copied as a whole. Not thread-safe.
 */
final class EscapedText {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;
    private static final long SPACES = ' ' * ONES;
    private static final long TOP_BITS = 0x8080_8080_8080_8080L;
    private static final byte[] QUOTE = {'\\', '"'};
    private static final byte[] BACKSLASH = {'\\', '\\'};
    private static final byte[] LINE_FEED = {'\\', 'n'};
    /** Longest escape of a byte: a backslash, {@code u} and four digits. */
    private static final int LONGEST_ESCAPE = 6;

    private byte[] escaped = new byte[1 << 13];
    private int length;

    /** Replaces the text. */
    EscapedText set(byte[] utf8) {
        length = 0;
        int done = 0;
        int at = 0;
        while (at < utf8.length) {
            if (at + Long.BYTES <= utf8.length && !mayNeedEscape((long) EIGHT.get(utf8, at))) {
                at += Long.BYTES;
                continue;
            }
            byte b = utf8[at];
            if (b == '"' || b == '\\' || b >= 0 && b < ' ') {
                copy(utf8, done, at);
                put(escape(b));
                done = at + 1;
            }
            at++;
        }
        copy(utf8, done, at);
        return this;
    }

    /** Returns true if one of eight bytes is a quote, a backslash or a control character. It may also return true if none is. */
    private static boolean mayNeedEscape(long eight) {
        long quote = eight ^ QUOTES;
        long backslash = eight ^ BACKSLASHES;
        return ((eight - SPACES & ~eight | quote - ONES & ~quote | backslash - ONES & ~backslash) & TOP_BITS) != 0;
    }

    private void copy(byte[] utf8, int from, int to) {
        int count = to - from;
        if (length + count + LONGEST_ESCAPE > escaped.length) {
            escaped = Arrays.copyOf(escaped, Math.max(escaped.length * 2, length + count + LONGEST_ESCAPE));
        }
        System.arraycopy(utf8, from, escaped, length, count);
        length += count;
    }

    private void put(byte[] escape) {
        System.arraycopy(escape, 0, escaped, length, escape.length);
        length += escape.length;
    }

    private static byte[] escape(byte b) {
        return switch (b) {
            case '"' -> QUOTE;
            case '\\' -> BACKSLASH;
            case '\n' -> LINE_FEED;
            default -> "\\u00%02X".formatted(b).getBytes(StandardCharsets.US_ASCII);
        };
    }

    /** Returns the array that begins with the text. The next call of {@link #set} changes it. */
    byte[] array() {
        return escaped;
    }

    /** Returns the number of bytes. */
    int length() {
        return length;
    }
}
