package dev.sheaf.harvester.internal.repair;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes. Not thread-safe. */
final class ByteBuilder {

    private byte[] bytes;
    private int length;

    ByteBuilder(int capacity) {
        bytes = new byte[Math.max(capacity, 16)];
    }

    int length() {
        return length;
    }

    byte at(int index) {
        return bytes[index];
    }

    /** Returns the array in use. It is longer than the written bytes, and replaced by the next write. */
    byte[] array() {
        return bytes;
    }

    ByteBuilder put(byte[] source, int offset, int count) {
        reserve(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
        return this;
    }

    ByteBuilder put(byte[] source) {
        return put(source, 0, source.length);
    }

    ByteBuilder put(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
        return this;
    }

    ByteBuilder put(String text) {
        return put(text.getBytes(StandardCharsets.UTF_8));
    }

    ByteBuilder codePoint(int point) {
        if (point < 0x80) {
            return put(point);
        }
        if (point < 0x800) {
            return put(0xC0 | point >> 6).put(0x80 | point & 0x3F);
        }
        if (point < 0x10000) {
            return put(0xE0 | point >> 12).put(0x80 | point >> 6 & 0x3F).put(0x80 | point & 0x3F);
        }
        return put(0xF0 | point >> 18).put(0x80 | point >> 12 & 0x3F).put(0x80 | point >> 6 & 0x3F).put(0x80 | point & 0x3F);
    }

    /** Returns the number of bytes of a code point. */
    static int length(int point) {
        return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }

    /** Removes the bytes from a position on. */
    void truncate(int newLength) {
        length = Math.min(length, newLength);
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    private void reserve(int count) {
        int needed = Math.addExact(length, count);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(needed, bytes.length * 3L / 2)));
        }
    }
}
