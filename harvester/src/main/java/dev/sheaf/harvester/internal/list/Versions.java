package dev.sheaf.harvester.internal.list;

import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;

/**
 * The datestamps with which the records of a list arrived; of a record that came several times, the latest. It stores 16 bytes for each, and
 * uses temporary files for long lists. Two identifiers with the same 64 bits count as one. Thread-safe, because ranges are walked ahead of the
 * count.
 */
final class Versions implements AutoCloseable {

    /** Largest number of records in memory. */
    private static final long MOST_IN_MEMORY = 1 << 20;
    /** Largest number of records; the datestamps of others are unknown. */
    private static final long MOST = 1L << 27;
    private static final int MOST_OF_BOTH_STATES = 100_000;
    /** Datestamp of a record that cannot be compared. */
    private static final long UNDATED = Long.MAX_VALUE;

    private HashTable identifiers = new HashTable.InMemory();
    private HashTable seconds = new HashTable.InMemory();
    private long count;
    /** Identifiers whose later versions are on their way. */
    private final Set<String> later = new HashSet<>();
    private final Set<String> bothStates = new HashSet<>();
    private boolean isBegun;
    private @Nullable Instant begun;

    /** Notes the repository's time at the beginning of the list: later changes belong to the next increment. Only the first one counts. */
    synchronized void began(@Nullable Datestamp time) {
        if (!isBegun) {
            isBegun = true;
            begun = time == null ? null : time.instant().orElse(null);
        }
    }

    /** Returns true for a datestamp from the time before the list began, so that no increment brings the version. */
    synchronized boolean isBeforeBeginning(Datestamp datestamp) {
        Instant start = begun;
        return start == null || datestamp.lastSecond().filter(end -> end.isBefore(start)).isPresent();
    }

    /** Notes a record that arrived. */
    synchronized void came(Header header) {
        put(header.identifier(), header.datestamp().lastSecond().map(Instant::getEpochSecond).orElse(UNDATED));
    }

    /** Notes that a record which arrived before arrives now as deleted and not as live, or the other way round. */
    synchronized void cameInAnotherState(String identifier) {
        if (bothStates.size() < MOST_OF_BOTH_STATES) {
            bothStates.add(identifier);
        }
    }

    /** Returns true if a record arrived in both states. */
    synchronized boolean isOfBothStates(String identifier) {
        return bothStates.contains(identifier);
    }

    /** Notes a record that arrived without a datestamp that can be compared. */
    synchronized void cameUndated(String identifier) {
        put(identifier, UNDATED);
    }

    private void put(String identifier, long second) {
        long hash = Seen.hashOf(identifier);
        long slot = identifiers.slot(hash);
        if (identifiers.get(slot) == hash) {
            seconds.set(slot, Math.max(seconds.get(slot), second));
        } else if (count * 2 < identifiers.slots() || grow()) {
            slot = identifiers.slot(hash);
            identifiers.set(slot, hash);
            seconds.set(slot, second);
            count++;
        }
    }

    /**
     * Returns by how many seconds a header is later than the record that arrived; 0 or less if it is not, if the record has not arrived, or if
     * the datestamps cannot be compared.
     */
    synchronized long secondsLater(Header header) {
        long hash = Seen.hashOf(header.identifier());
        long slot = identifiers.slot(hash);
        Instant named = header.datestamp().instant().orElse(null);
        return named == null || identifiers.get(slot) != hash || seconds.get(slot) == UNDATED
                ? 0
                : named.getEpochSecond() - seconds.get(slot);
    }

    /** Notes that a later version of a record is on its way: it is to be counted as news. */
    synchronized void expect(String identifier) {
        later.add(identifier);
    }

    /**
     * Returns true once for a version that was on its way, and for one that is later than the one that arrived. Changes since the list began
     * do not count: some repositories change all datestamps with every request, and the next increment brings real changes.
     */
    synchronized boolean takeLater(Header header) {
        return later.remove(header.identifier()) || secondsLater(header) > 0 && isBeforeBeginning(header.datestamp());
    }

    /** Forgets everything, because the list begins again. */
    synchronized void clear() {
        close();
        later.clear();
        bothStates.clear();
        count = 0;
    }

    /** Enlarges the tables. Returns false if there is no room. */
    private boolean grow() {
        if (count >= MOST) {
            return false;
        }
        long slots = identifiers.slots() * 2;
        HashTable moreIdentifiers = null;
        HashTable moreSeconds = null;
        try {
            moreIdentifiers = empty(slots);
            moreSeconds = empty(slots);
        } catch (IOException _) {
            if (moreIdentifiers != null) {
                moreIdentifiers.close();
            }
            return false;
        }
        for (long slot = 0; slot < identifiers.slots(); slot++) {
            long hash = identifiers.get(slot);
            if (hash != 0) {
                long place = moreIdentifiers.slot(hash);
                moreIdentifiers.set(place, hash);
                moreSeconds.set(place, seconds.get(slot));
            }
        }
        identifiers.close();
        seconds.close();
        identifiers = moreIdentifiers;
        seconds = moreSeconds;
        return true;
    }

    private HashTable empty(long slots) throws IOException {
        return count < MOST_IN_MEMORY ? HashTable.inMemory((int) slots) : HashTable.inFile(slots);
    }

    @Override
    public synchronized void close() {
        identifiers.close();
        seconds.close();
        identifiers = new HashTable.InMemory();
        seconds = new HashTable.InMemory();
    }
}
