package dev.sheaf.core.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Search for one byte, eight bytes at a time, because every byte of a harvest is searched. */
final class ByteSearch {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long TOP_BITS = 0x8080_8080_8080_8080L;

    private ByteSearch() {}

    /** Returns eight times an ASCII character, as {@link #next} needs it. */
    static long eightOf(char ascii) {
        return ONES * ascii;
    }

    /**
     * Returns the position of the next byte with a value.
     *
     * @param from first position to examine
     * @param end position behind the last one
     * @param eightOfIt eight times the byte, see {@link #eightOf}
     * @return {@code end} if there is none
     */
    static int next(byte[] in, int from, int end, long eightOfIt) {
        int i = from;
        for (; i + 8 <= end; i += 8) {
            long eight = (long) EIGHT.get(in, i) ^ eightOfIt;
            long zero = eight - ONES & ~eight & TOP_BITS;
            if (zero != 0) {
                return i + (Long.numberOfTrailingZeros(zero) >>> 3);
            }
        }
        byte wanted = (byte) eightOfIt;
        while (i < end && in[i] != wanted) {
            i++;
        }
        return Math.min(i, end);
    }
}
