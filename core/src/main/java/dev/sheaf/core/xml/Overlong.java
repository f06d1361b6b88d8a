package dev.sheaf.core.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finder of illegal byte sequences that the parser accepts as UTF-8: characters written with more bytes than needed, which attackers use to
 * hide forbidden characters, and numbers above the last character. The parser itself checks whether a sequence is complete.
 */
final class Overlong {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long TOP_BITS = 0x8080_8080_8080_8080L;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long BUT_LAST_BITS = 0xFEFE_FEFE_FEFE_FEFEL;
    private static final long C0 = 0xC0C0_C0C0_C0C0_C0C0L;
    /** Number of bytes that are examined together, without a branch for each eight. */
    private static final int STEP = 32;

    private Overlong() {}

    /** Returns the position of the first illegal sequence; -1 if there is none. */
    static int find(byte[] utf8) {
        int at = 0;
        while (at < utf8.length) {
            if (at + STEP <= utf8.length && !mayHoldFault(utf8, at)) {
                at += STEP;
            } else {
                int end = Math.min(utf8.length, at + STEP);
                for (; at < end; at++) {
                    if (utf8[at] < 0 && isFault(utf8, at)) {
                        return at;
                    }
                }
            }
        }
        return -1;
    }

    private static boolean mayHoldFault(byte[] utf8, int at) {
        long first = (long) EIGHT.get(utf8, at);
        long second = (long) EIGHT.get(utf8, at + 8);
        long third = (long) EIGHT.get(utf8, at + 16);
        long fourth = (long) EIGHT.get(utf8, at + 24);
        // Most bytes of most documents are ASCII.
        return ((first | second | third | fourth) & TOP_BITS) != 0
                && (faults(first) | faults(second) | faults(third) | faults(fourth)) != 0;
    }

    /** Returns non-zero if one of eight bytes is C0 or C1, or at least E0. Texts of most languages in Latin letters have no such byte. */
    private static long faults(long eight) {
        long fromE0 = eight & eight << 1 & eight << 2;
        long zeroForC0 = (eight ^ C0) & BUT_LAST_BITS;
        return (fromE0 | zeroForC0 - ONES & ~zeroForC0) & TOP_BITS;
    }

    private static boolean isFault(byte[] utf8, int at) {
        int first = utf8[at] & 0xff;
        int second = at + 1 < utf8.length ? utf8[at + 1] & 0xff : 0;
        return switch (first) {
            case 0xC0, 0xC1 -> true;
            case 0xE0 -> second < 0xA0;
            case 0xF0 -> second < 0x90;
            case 0xF4 -> second > 0x8F;
            default -> first > 0xF4;
        };
    }
}
