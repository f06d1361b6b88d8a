package dev.sheaf.harvester.list;

import java.util.Arrays;

/**
 * Which identifiers of a list have come, each counted once: by 64 bits of each, so that a million cost 16 MB, and no more than that is ever
 * spent. Thread-safe.
 */
final class Seen {

    /** Beyond, nobody knows which ones have come. */
    private static final int MOST = 1 << 20;

    private long[] slots = new long[1 << 10];
    private int count;
    private boolean isExact = true;

    /**
     * Notes an identifier.
     *
     * @return true when it had not come before, or nobody can know
     */
    synchronized boolean add(String identifier) {
        if (count >= MOST) {
            isExact = false;
            return true;
        }
        if (count * 2 >= slots.length) {
            grow();
        }
        long hash = hash(identifier);
        int place = place(slots, hash);
        if (slots[place] == hash) {
            return false;
        }
        slots[place] = hash;
        count++;
        return true;
    }

    /** True when an identifier has come. */
    synchronized boolean contains(String identifier) {
        long hash = hash(identifier);
        return slots[place(slots, hash)] == hash;
    }

    /** Those that came before are not known, as when an earlier run brought them. */
    synchronized void miss() {
        isExact = false;
    }

    /** Begins anew. */
    synchronized void clear() {
        slots = new long[1 << 10];
        count = 0;
        isExact = true;
    }

    /** True when it is known of each identifier whether it has come. */
    synchronized boolean isExact() {
        return isExact;
    }

    /** Number of different identifiers. */
    synchronized int count() {
        return count;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        Arrays.stream(old).filter(hash -> hash != 0).forEach(hash -> slots[place(slots, hash)] = hash);
    }

    /** Where a number is, or would be put. */
    private static int place(long[] slots, long hash) {
        int mask = slots.length - 1;
        int place = (int) (hash ^ hash >>> 32) & mask;
        while (slots[place] != 0 && slots[place] != hash) {
            place = place + 1 & mask;
        }
        return place;
    }

    private static long hash(String identifier) {
        // FNV-1a over the characters, then mixed: its low bits alone are poor. 0 marks a free slot.
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < identifier.length(); i++) {
            hash = (hash ^ identifier.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash ^= hash >>> 33;
        return hash == 0 ? 1 : hash;
    }
}
