package dev.sheaf.fulltext.ciff;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Growing array of a message in the wire format of Protocol Buffers, version 3: numbers that are 0 and empty texts are left out. Not
 * thread-safe.
 */
final class WireOutput {

    static final int VARINT = 0;
    static final int FIXED_64 = 1;
    static final int LENGTH_DELIMITED = 2;
    static final int FIXED_32 = 5;

    private byte[] bytes = new byte[256];
    private int length;

    int length() {
        return length;
    }

    /** Returns the bytes; those after {@link #length} mean nothing. */
    byte[] array() {
        return bytes;
    }

    void clear() {
        length = 0;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }

    WireOutput number(int field, long value) {
        if (value != 0) {
            varint((long) field << 3 | VARINT).varint(value);
        }
        return this;
    }

    WireOutput real(int field, double value) {
        long bits = Double.doubleToRawLongBits(value);
        if (bits != 0) {
            varint((long) field << 3 | FIXED_64);
            reserve(Long.BYTES);
            for (int i = 0; i < Long.BYTES; i++) {
                bytes[length++] = (byte) (bits >>> 8 * i);
            }
        }
        return this;
    }

    WireOutput text(int field, String value) {
        if (!value.isEmpty()) {
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            varint((long) field << 3 | LENGTH_DELIMITED).varint(utf8.length).put(utf8, utf8.length);
        }
        return this;
    }

    WireOutput message(int field, WireOutput message) {
        return varint((long) field << 3 | LENGTH_DELIMITED).varint(message.length).put(message.bytes, message.length);
    }

    WireOutput varint(long value) {
        reserve(10);
        long left = value;
        while ((left & ~0x7FL) != 0) {
            bytes[length++] = (byte) (left & 0x7F | 0x80);
            left >>>= 7;
        }
        bytes[length++] = (byte) left;
        return this;
    }

    WireOutput put(byte[] source, int count) {
        reserve(count);
        System.arraycopy(source, 0, bytes, length, count);
        length += count;
        return this;
    }

    private void reserve(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, bytes.length * 2));
        }
    }
}
