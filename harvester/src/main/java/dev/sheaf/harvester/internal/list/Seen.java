package dev.sheaf.harvester.internal.list;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.ReceivedIdentifier;

/**
 * The set of identifiers of a list. It stores 64 bits of each, so that a million take 16 MB; longer lists use a temporary file, so that
 * memory stays bounded. Thread-safe.
 *
 * <p>Two identifiers with the same 64 bits count as one; among a hundred million this happens with a probability of one in 3,700.
 */
public final class Seen implements AutoCloseable {

    /** Largest number of repaired identifiers whose forms are compared. */
    private static final int MOST_FORMS = 10_000;
    /** Largest number of identifiers in memory; longer lists use a file. */
    private static final int MOST_IN_MEMORY = 1 << 20;
    /**
     * Largest number of identifiers, because the file would otherwise be larger than 2 GB. For longer lists it is unknown which identifiers
     * have occurred.
     */
    private static final long MOST = 1L << 27;

    /** Start and factor of FNV-1a with 64 bits. It spreads well, but is not cryptographic. */
    private static final long FNV_START = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final long mostInMemory;
    private HashTable table = new HashTable.InMemory();
    private long count;
    private long nameless;
    private boolean isExact = true;
    private @Nullable Seen deleted;
    /** Received forms of identifiers that had to be repaired; the first form of each. */
    private final Map<String, ReceivedIdentifier> forms = new HashMap<>();

    /** Creates an empty set. */
    public Seen() {
        this(MOST_IN_MEMORY);
    }

    /** @param mostInMemory number of identifiers after which a file is used */
    Seen(long mostInMemory) {
        this.mostInMemory = mostInMemory;
    }

    /**
     * Adds an identifier.
     *
     * @return true if it is new, or if this is not known
     */
    public synchronized boolean add(String identifier) {
        return !hasRoom() || addNumber(hashOf(identifier));
    }

    private boolean addNumber(long number) {
        boolean isNew = table.add(number);
        if (isNew) {
            count++;
        }
        return isNew;
    }

    private boolean hasRoom() {
        boolean hasRoom = count * 2 < table.slots() || grow();
        isExact &= hasRoom;
        return hasRoom;
    }

    /**
     * Returns the text under which a record is counted: its identifier, unless another one became the same by its repair.
     *
     * @param form received form of the identifier; null if it needed no repair
     */
    synchronized String told(String identifier, @Nullable ReceivedIdentifier form) {
        if (form == null && (forms.isEmpty() || !forms.containsKey(identifier))) {
            return identifier;
        }
        ReceivedIdentifier now = form == null ? ReceivedIdentifier.faultless(identifier) : form;
        ReceivedIdentifier first = forms.get(identifier);
        if (first == null) {
            first = contains(identifier) ? ReceivedIdentifier.faultless(identifier) : now;
            if (forms.size() < MOST_FORMS) {
                forms.put(identifier, first);
            }
        }
        return first.equals(now) ? identifier : now.refusal();
    }

    /** Counts a record without identifier; each counts as different. */
    public synchronized void addNameless() {
        nameless++;
    }

    /** Notes that the record of an identifier arrived as deleted. */
    synchronized void addDeleted(String identifier) {
        Seen known = deleted;
        if (known == null) {
            known = new Seen(mostInMemory);
            deleted = known;
        }
        known.add(identifier);
    }

    /** Returns the number of records that arrived as deleted. */
    synchronized long deletedCount() {
        return deleted == null ? 0 : deleted.count();
    }

    /** Returns true if any record arrived as deleted. */
    synchronized boolean hasDeleted() {
        return deleted != null;
    }

    /** Returns true if an identifier occurred, and never as deleted. */
    synchronized boolean isLive(String identifier) {
        return isExact && contains(identifier) && (deleted == null || !deleted.contains(identifier));
    }

    /** Returns true if an identifier occurred. */
    public synchronized boolean contains(String identifier) {
        return table.contains(hashOf(identifier));
    }

    /** Notes that earlier identifiers are not known, because another run received them. */
    synchronized void miss() {
        isExact = false;
    }

    /** Returns the identifiers as a new object, and clears this one. */
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

    /** Removes all identifiers. */
    synchronized void clear() {
        close();
        forms.clear();
        count = 0;
        nameless = 0;
        isExact = true;
    }

    /** Returns true if it is known for each identifier whether it occurred. */
    public synchronized boolean isExact() {
        return isExact;
    }

    /** Returns the number of different records, including those without identifier. */
    public synchronized long count() {
        return count + nameless;
    }

    /** Releases memory and file. */
    @Override
    public synchronized void close() {
        table.close();
        table = new HashTable.InMemory();
        if (deleted != null) {
            deleted.close();
            deleted = null;
        }
    }

    /** Enlarges the table. Returns false if there is no room: known identifiers then stay known, and later ones are not stored. */
    private boolean grow() {
        if (count >= MOST) {
            return false;
        }
        try {
            HashTable larger = count < mostInMemory
                    ? table.copyTo(HashTable.inMemory((int) (table.slots() * 2)))
                    : table.copyTo(HashTable.inFile(table.slots() * 2));
            table.close();
            table = larger;
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /** Returns the 64 bits that stand for an identifier; never 0. */
    static long hashOf(String identifier) {
        long hash = FNV_START;
        for (int i = 0; i < identifier.length(); i++) {
            hash = (hash ^ identifier.charAt(i)) * FNV_PRIME;
        }
        return mixed(hash);
    }

    /** Mixes the bits, because the low bits alone are badly distributed. 0 marks a free slot. */
    private static long mixed(long hash) {
        long mixed = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        mixed ^= mixed >>> 33;
        return mixed == 0 ? 1 : mixed;
    }
}
