package dev.sheaf.platform.proxy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/** Some characters around a fault, as received and as repaired. */
final class FaultExcerpts {

    private static final int BEFORE = 30;
    private static final int BEHIND = 50;
    private static final int LEAST_ANCHOR = 8;
    /** Distance by which a repair may have moved unchanged text. */
    private static final int SHIFT = 4096;
    private static final int BEGINNING = 160;
    /** A record's identifier is near, in what was received as in what was repaired. */
    private static final int NEAR = 1 << 17;
    /** Places shown as repaired: a response may have a fault in every record, and looking for each must not take longer than reading. */
    private static final int MOST = 50;

    private final byte[] received;
    private final byte[] repaired;
    private int shown;

    FaultExcerpts(byte[] received, byte[] repaired) {
        this.received = received;
        this.repaired = repaired;
    }

    /** Returns the received text around a byte. */
    String before(long position) {
        int at = (int) Math.min(Math.max(0, position), received.length);
        return line(received, at - BEFORE, at + BEHIND);
    }

    /**
     * The same place as repaired, for the first fifty places: behind the characters that stood before the fault, which a repair leaves as
     * they were.
     *
     * @param identifier of the record that it is in; null when it is in none
     * @return empty when it is not found again
     */
    String after(@Nullable String identifier, long position) {
        int at = (int) Math.min(Math.max(0, position), received.length);
        byte[] anchor = Arrays.copyOfRange(received, Math.max(0, at - BEFORE), at);
        if (anchor.length < LEAST_ANCHOR || shown++ >= MOST) {
            return "";
        }
        int receivedRecord = 0;
        int repairedRecord = 0;
        if (identifier != null) {
            byte[] name = identifier.getBytes(StandardCharsets.UTF_8);
            receivedRecord = name.length == 0 ? -1 : lastIndex(received, name, at);
            repairedRecord = receivedRecord < 0
                    ? -1
                    : index(repaired, name, Math.max(0, receivedRecord - NEAR), Math.min(repaired.length, receivedRecord + NEAR));
            if (repairedRecord < 0) {
                return "";
            }
        }
        int distance = at - receivedRecord;
        int found = index(repaired, anchor, Math.max(repairedRecord, repairedRecord + distance - anchor.length - SHIFT),
                Math.min(repaired.length, repairedRecord + distance + SHIFT));
        return found < 0 ? "" : line(repaired, found, found + anchor.length + BEHIND);
    }

    /** Returns the beginning of some bytes. */
    static String beginning(byte[] raw) {
        return line(raw, 0, BEGINNING);
    }

    private static String line(byte[] bytes, int from, int to) {
        int start = Math.max(0, from);
        String text = new String(bytes, start, Math.max(0, Math.min(bytes.length, to) - start), StandardCharsets.UTF_8);
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (c < ' ') {
                // The pictures of control characters: an administrator is to see them.
                line.appendCodePoint(c == '\n' || c == '\r' || c == '\t' ? ' ' : 0x2400 + c);
            } else {
                line.appendCodePoint(c >= 0x7f && c < 0xa0 || c >= 0xd800 && c < 0xe000 || (c & 0xfffe) == 0xfffe ? 0xfffd : c);
            }
        });
        return line.toString();
    }

    private static int index(byte[] in, byte[] wanted, int from, int to) {
        for (int i = from; i <= to - wanted.length; i++) {
            if (in[i] == wanted[0] && Arrays.equals(in, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }

    private static int lastIndex(byte[] in, byte[] wanted, int before) {
        for (int i = Math.min(before, in.length) - wanted.length; i >= Math.max(0, before - NEAR); i--) {
            if (in[i] == wanted[0] && Arrays.equals(in, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }
}
