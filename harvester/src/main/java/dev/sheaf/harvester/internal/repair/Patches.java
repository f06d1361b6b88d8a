package dev.sheaf.harvester.internal.repair;

import java.util.Arrays;

/**
 * Changes to written bytes that later turn out to be wrong. All are applied at the end, in linear time. Each takes 8 bytes until then,
 * because a hostile page needs one for every eighth byte. Not thread-safe.
 */
final class Patches {

    private static final byte[] LESS_THAN = {'&', 'l', 't', ';'};
    /** Value in place of the length, for a change that escapes the character at its position. */
    private static final int ESCAPE = 0;

    /** Changes: the position in the upper half, the number of bytes to delete in the lower half. */
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

    /** Removes the changes after a position, which is the new end of the bytes. */
    void truncate(int length) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (place(patches[i]) < length) {
                patches[kept++] = patches[i];
            }
        }
        count = kept;
    }

    /** Returns the bytes with all changes; may be called once. */
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

    /** Sorts the changes, removes those at the same position and those inside deleted parts, and adds up the shifts. */
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

    /** Returns the position after the changes of a written position; callers call it after {@link #apply}. */
    int settled(int at) {
        int found = Arrays.binarySearch(places, at);
        // A change at the position itself comes after it.
        int before = found >= 0 ? found : -found - 1;
        return at + shifts[before];
    }
}
