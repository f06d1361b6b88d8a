package dev.sheaf.platform.proxy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/** Excerpts of a response around a fault, as received and as repaired. */
final class FaultExcerpts {

    private static final int BEFORE = 30;
    private static final int BEHIND = 50;
    private static final int LEAST_ANCHOR = 8;
    /** Largest distance in bytes by which repairs may have moved unchanged text. */
    private static final int SHIFT = 4096;
    private static final int BEGINNING = 160;
    /** Largest distance in bytes between a fault and the identifier of its record, before and after the repair. */
    private static final int NEAR = 1 << 17;
    /**
     * Largest number of faults with an excerpt of the repaired text. A response may have a fault in every record, and finding each of them
     * must not take longer than reading the response.
     */
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
     * Returns the repaired text around a byte, for the first fifty faults. It is found by the characters before the fault, which repairs
     * leave unchanged.
     *
     * @param identifier identifier of the record with the fault; null if it is in no record
     * @return empty if the place is not found
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
                // Control characters are replaced by their pictures, so that an administrator sees them.
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
