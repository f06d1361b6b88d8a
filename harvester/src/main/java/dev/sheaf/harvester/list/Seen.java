package dev.sheaf.harvester.list;

import java.io.IOException;

/**
 * Which identifiers of a list have come, each counted once: by 64 bits of each, so that a million cost 16 MB. A longer list goes on in a
 * temporary file, so that memory stays bounded. Thread-safe.
 *
 * <p>Two identifiers with the same 64 bits are taken for one; among a hundred million that happens with a probability of one in 3,700.
 */
public final class Seen implements AutoCloseable {

    /** Beyond, a list goes on in a file. */
    private static final int MOST_IN_MEMORY = 1 << 20;
    /** Beyond, nobody knows which ones have come: the file would be larger than 2 GB. */
    private static final long MOST = 1L << 27;

    private final long mostInMemory;
    private HashTable table = new HashTable.InMemory();
    private long count;
    private boolean isExact = true;

    /** Nothing has come. */
    public Seen() {
        this(MOST_IN_MEMORY);
    }

    /** @param mostInMemory identifiers after which a file is used */
    Seen(long mostInMemory) {
        this.mostInMemory = mostInMemory;
    }

    /**
     * Notes an identifier.
     *
     * @return true when it had not come before, or nobody can know
     */
    boolean add(String identifier) {
        return add(finished(hash(Fnv.START, identifier)));
    }

    /**
     * Notes an identifier together with the hash of what tells it from others of the same.
     *
     * @return true when both had not come together before, or nobody can know
     */
    public boolean add(String identifier, int more) {
        return add(finished(Fnv.with(hash(Fnv.START, identifier), more)));
    }

    private synchronized boolean add(long hash) {
        if (count * 2 >= table.slots() && !grow()) {
            isExact = false;
            return true;
        }
        boolean isNew = table.add(hash);
        if (isNew) {
            count++;
        }
        return isNew;
    }

    /** True when an identifier has come. */
    synchronized boolean contains(String identifier) {
        return table.contains(finished(hash(Fnv.START, identifier)));
    }

    /** Those that came before are not known, as when an earlier run brought them. */
    synchronized void miss() {
        isExact = false;
    }

    /** Begins anew. */
    synchronized void clear() {
        close();
        count = 0;
        isExact = true;
    }

    /** True when it is known of each identifier whether it has come. */
    synchronized boolean isExact() {
        return isExact;
    }

    /** Number of different identifiers. */
    synchronized long count() {
        return count;
    }

    /** Gives memory and file back. */
    @Override
    public synchronized void close() {
        table.close();
        table = new HashTable.InMemory();
    }

    /** False when there is no room: then what has come is known, and what follows is not. */
    private boolean grow() {
        if (count >= MOST) {
            return false;
        }
        try {
            HashTable larger = count < mostInMemory ? table.inMemory(table.slots() * 2) : table.inFile(table.slots() * 2);
            table.close();
            table = larger;
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static long hash(long begun, String text) {
        long hash = begun;
        for (int i = 0; i < text.length(); i++) {
            hash = Fnv.with(hash, text.charAt(i));
        }
        return hash;
    }

    /** Mixed, for the low bits alone are poor. 0 marks a free slot. */
    private static long finished(long begun) {
        long hash = (begun ^ begun >>> 33) * 0xff51afd7ed558ccdL;
        hash ^= hash >>> 33;
        return hash == 0 ? 1 : hash;
    }
}
