package dev.sheaf.harvester.internal.repair;

import java.util.Arrays;

/**
 * Changes to what was written already, because only later it became clear that it was wrong. Made all at once at the end, in linear time.
 * Each takes 8 bytes until then, because a hostile page needs one for every eighth byte. Not thread-safe.
 */
final class Patches {

    private static final byte[] LESS_THAN = {'&', 'l', 't', ';'};
    /** Stands for the length of a change that escapes the character at its place. */
    private static final int ESCAPE = 0;

    /** The place in the upper half, the number of bytes to delete in the lower one. */
    private long[] patches = new long[16];
    private int count;
    private int[] places = {};
    private int[] shifts = {};

    /** Escapes a less-than sign that is text. */
    void escape(int lessThan) {
        add(lessThan, ESCAPE);
    }

    /** Deletes a range. */
    void delete(int from, int to) {
        if (to > from) {
            add(from, to - from);
        }
    }

    private void add(int at, int length) {
        if (count == patches.length) {
            patches = Arrays.copyOf(patches, count + count / 2);
        }
        patches[count++] = (long) at << 32 | length;
    }

    private static int place(long patch) {
        return (int) (patch >>> 32);
    }

    private static int length(long patch) {
        return Math.max((int) patch, 1);
    }

    private static int growth(long patch) {
        return (int) patch == ESCAPE ? LESS_THAN.length - 1 : -(int) patch;
    }

    /** Takes back the changes after a place, which is where the bytes now end. */
    void truncate(int length) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (place(patches[i]) < length) {
                patches[kept++] = patches[i];
            }
        }
        count = kept;
    }

    /** The bytes with all changes; to be called once. */
    byte[] apply(ByteBuilder written) {
        settle();
        byte[] changed = new byte[written.length() + shifts[count]];
        int copied = 0;
        int at = 0;
        for (int i = 0; i < count; i++) {
            int unchanged = places[i] - copied;
            System.arraycopy(written.array(), copied, changed, at, unchanged);
            at += unchanged;
            copied += unchanged + length(patches[i]);
            if ((int) patches[i] == ESCAPE) {
                System.arraycopy(LESS_THAN, 0, changed, at, LESS_THAN.length);
                at += LESS_THAN.length;
            }
        }
        System.arraycopy(written.array(), copied, changed, at, written.length() - copied);
        patches = new long[0];
        return changed;
    }

    /** Sorts the changes, leaves out those at the place of another and inside what is deleted, and adds up how far each moves the rest. */
    private void settle() {
        Arrays.sort(patches, 0, count);
        int end = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (place(patches[i]) >= end) {
                end = place(patches[i]) + length(patches[i]);
                patches[kept++] = patches[i];
            }
        }
        count = kept;
        places = new int[count];
        shifts = new int[count + 1];
        for (int i = 0; i < count; i++) {
            places[i] = place(patches[i]);
            shifts[i + 1] = shifts[i] + growth(patches[i]);
        }
    }

    /** Returns the position in the changed bytes of a position in the written ones; call it after {@link #apply}. */
    int settled(int at) {
        int found = Arrays.binarySearch(places, at);
        // A change at the place itself comes after it.
        int before = found >= 0 ? found : -found - 1;
        return at + shifts[before];
    }
}
