package dev.sheaf.harvester.repair;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Changes to what was written already, because only later it became clear that it was wrong. Made all at once at the end, in linear time.
 */
final class Patches {

    /** {@code length} bytes at {@code at} are replaced. */
    private record Patch(int at, int length, byte[] replacement) {}

    private final List<Patch> patches = new ArrayList<>();
    private int[] places = {};
    private int[] shifts = {};

    /** A less-than sign that is text after all. */
    void escape(int lessThan) {
        patches.add(new Patch(lessThan, 1, new byte[]{'&', 'l', 't', ';'}));
    }

    /** Something that is not to be there. */
    void delete(int from, int to) {
        patches.add(new Patch(from, to - from, new byte[0]));
    }

    /** Takes back the changes after a place, which is where the bytes now end. */
    void truncate(int length) {
        patches.removeIf(patch -> patch.at >= length);
    }

    /** The bytes with all changes. */
    byte[] apply(Output written) {
        patches.sort(Comparator.comparingInt(Patch::at));
        places = new int[patches.size()];
        shifts = new int[patches.size() + 1];
        Output out = new Output(written.length() + patches.size() * 3);
        int copied = 0;
        int count = 0;
        for (Patch patch : patches) {
            if (patch.at < copied) {
                // The same place twice, or inside what is deleted.
                continue;
            }
            out.put(written.array(), copied, patch.at - copied).put(patch.replacement);
            copied = patch.at + patch.length;
            places[count] = patch.at;
            shifts[++count] = out.length() - copied;
        }
        places = Arrays.copyOf(places, count);
        out.put(written.array(), copied, written.length() - copied);
        return out.toByteArray();
    }

    /** Where a place of the written bytes is in the changed ones; to be asked after {@link #apply}. */
    int settled(int at) {
        int found = Arrays.binarySearch(places, at);
        // A change at the place itself comes after it.
        int before = found >= 0 ? found : -found - 1;
        return at + shifts[before];
    }
}
