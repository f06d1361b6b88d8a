package dev.sheaf.harvester.internal.list;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/**
 * The identifiers of a list that have come, each counted once: by 64 bits of each, so that a million cost 16 MB. A longer list goes on in a
 * temporary file, so that memory stays bounded. Thread-safe.
 *
 * <p>Two identifiers with the same 64 bits are taken for one; among a hundred million that happens with a probability of one in 3,700.
 */
final class Seen implements AutoCloseable {

    /** Beyond, a list goes on in a file. */
    private static final int MOST_IN_MEMORY = 1 << 20;
    /** Beyond, nobody knows which ones have come: the file would be larger than 2 GB. */
    private static final long MOST = 1L << 27;

    private final long mostInMemory;
    private HashTable table = new HashTable.InMemory();
    private long count;
    private long nameless;
    private boolean isExact = true;
    private @Nullable Seen deleted;

    Seen() {
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
    synchronized boolean add(String identifier) {
        if (count * 2 >= table.slots() && !grow()) {
            isExact = false;
            return true;
        }
        boolean isNew = table.add(hash(identifier));
        if (isNew) {
            count++;
        }
        return isNew;
    }

    /** Counts a record without identifier: each is one of its own. */
    synchronized void addNameless() {
        nameless++;
    }

    /** Notes that the record of an identifier came as deleted. */
    synchronized void addDeleted(String identifier) {
        Seen known = deleted;
        if (known == null) {
            known = new Seen(mostInMemory);
            deleted = known;
        }
        known.add(identifier);
    }

    /** True when a record has come as deleted. */
    synchronized boolean hasDeleted() {
        return deleted != null;
    }

    /** True when an identifier has come, and never as deleted. */
    synchronized boolean isLive(String identifier) {
        return isExact && contains(identifier) && (deleted == null || !deleted.contains(identifier));
    }

    /** True when an identifier has come. */
    synchronized boolean contains(String identifier) {
        return table.contains(hash(identifier));
    }

    /** Those that came before are not known, as when an earlier run brought them. */
    synchronized void miss() {
        isExact = false;
    }

    /** Hands over the identifiers seen, and begins again without any. */
    synchronized Seen handOver() {
        Seen earlier = new Seen(mostInMemory);
        earlier.table = table;
        earlier.count = count;
        earlier.nameless = nameless;
        earlier.isExact = isExact;
        table = new HashTable.InMemory();
        clear();
        return earlier;
    }

    /** Forgets all identifiers. */
    synchronized void clear() {
        close();
        count = 0;
        nameless = 0;
        isExact = true;
    }

    /** True when it is known of each identifier whether it has come. */
    synchronized boolean isExact() {
        return isExact;
    }

    /** Number of different records: identifiers, and those without one. */
    synchronized long count() {
        return count + nameless;
    }

    /** Gives memory and file back. */
    @Override
    public synchronized void close() {
        table.close();
        table = new HashTable.InMemory();
        if (deleted != null) {
            deleted.close();
            deleted = null;
        }
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

    private static long hash(String identifier) {
        // Mixed, for the low bits alone are poor. 0 marks a free slot.
        long hash = Fnv.START;
        for (int i = 0; i < identifier.length(); i++) {
            hash = Fnv.with(hash, identifier.charAt(i));
        }
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash ^= hash >>> 33;
        return hash == 0 ? 1 : hash;
    }
}
