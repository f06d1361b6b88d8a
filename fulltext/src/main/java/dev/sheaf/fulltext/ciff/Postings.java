package dev.sheaf.fulltext.ciff;

import java.util.Arrays;

/** Postings of one term in memory: for each document the gap to the one before it, from 0 at first, and the frequency. Not thread-safe. */
final class Postings {

    private static final int FIRST_BYTES = 8;
    private static final int LONGEST_PAIR = 10;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;
    private int last;

    /** Adds a posting; returns the bytes of memory that the postings take more. */
    int add(int document, int frequency) {
        int before = bytes.length;
        if (length + LONGEST_PAIR > bytes.length) {
            bytes = Arrays.copyOf(bytes, length + LONGEST_PAIR + (length >> 1));
        }
        varint(document - last);
        varint(frequency);
        last = document;
        return bytes.length - before;
    }

    private void varint(int value) {
        int left = value;
        while ((left & ~0x7F) != 0) {
            bytes[length++] = (byte) (left & 0x7F | 0x80);
            left >>>= 7;
        }
        bytes[length++] = (byte) left;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }
}
