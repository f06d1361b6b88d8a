package dev.sheaf.store.sql;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Several values in one blob: numbers as varints (seven bits a byte, lowest first), texts and byte strings preceded by their length plus
 * one, null as length 0. Not thread-safe.
 */
public final class Packed {

    private Packed() {}

    /** Writer of packed values. */
    public static final class Writer {
        private byte[] bytes = new byte[32];
        private int length;

        public Writer number(long value) {
            long rest = value;
            room(10);
            while ((rest & ~0x7FL) != 0) {
                bytes[length++] = (byte) (rest & 0x7F | 0x80);
                rest >>>= 7;
            }
            bytes[length++] = (byte) rest;
            return this;
        }

        public Writer text(@Nullable String text) {
            return bytes(text == null ? null : text.getBytes(StandardCharsets.UTF_8));
        }

        public Writer bytes(byte @Nullable [] value) {
            if (value == null) {
                return number(0);
            }
            number(value.length + 1L);
            room(value.length);
            System.arraycopy(value, 0, bytes, length, value.length);
            length += value.length;
            return this;
        }

        public <T> Writer list(List<T> values, BiConsumer<Writer, T> each) {
            number(values.size());
            values.forEach(value -> each.accept(this, value));
            return this;
        }

        private void room(int more) {
            if (length + more > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
            }
        }

        public byte[] toBytes() {
            return Arrays.copyOf(bytes, length);
        }
    }

    /** Reader of packed values, in the order in which they were written. */
    public static final class Reader {
        private final byte[] bytes;
        private int at;

        public Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        public boolean more() {
            return at < bytes.length;
        }

        public long number() {
            long value = 0;
            for (int shift = 0;; shift += 7) {
                byte next = bytes[at++];
                value |= (long) (next & 0x7F) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        }

        @Nullable
        public String text() {
            byte[] value = bytes();
            return value == null ? null : new String(value, StandardCharsets.UTF_8);
        }

        public String someText() {
            String text = text();
            return text == null ? "" : text;
        }

        public byte @Nullable [] bytes() {
            int size = (int) number() - 1;
            if (size < 0) {
                return null;
            }
            at += size;
            return Arrays.copyOfRange(bytes, at - size, at);
        }

        public byte[] someBytes() {
            byte[] value = bytes();
            return value == null ? new byte[0] : value;
        }

        public <T> List<T> list(Function<Reader, T> each) {
            int size = (int) number();
            List<T> values = new ArrayList<>(Math.min(size, bytes.length));
            for (int i = 0; i < size; i++) {
                values.add(each.apply(this));
            }
            return values;
        }
    }

    /** Packs non-negative numbers, without their count. */
    public static byte[] numbers(int[] values) {
        Writer writer = new Writer();
        for (int value : values) {
            writer.number(value);
        }
        return writer.toBytes();
    }

    /** Reads the numbers that {@link #numbers(int[])} has packed; none for null. */
    public static int[] numbers(byte @Nullable [] packed) {
        if (packed == null) {
            return new int[0];
        }
        int[] values = new int[packed.length];
        int count = 0;
        Reader reader = new Reader(packed);
        while (reader.more()) {
            values[count++] = (int) reader.number();
        }
        return Arrays.copyOf(values, count);
    }

    /** Packs a list of texts. */
    public static byte[] texts(List<String> texts) {
        return new Writer().list(texts, Writer::text).toBytes();
    }

    /** Reads the texts that {@link #texts(List)} has packed; none for null. */
    public static List<String> texts(byte @Nullable [] packed) {
        return packed == null ? List.of() : new Reader(packed).list(Reader::someText);
    }
}
