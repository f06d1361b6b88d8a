package dev.sheaf.harvester.internal.list;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;

/**
 * The datestamps with which the records of a list arrived. They are kept only if ListIdentifiers is going to be compared with them.
 * Thread-safe, because ranges are walked ahead of the count.
 */
final class Versions implements AutoCloseable {

    private final Seen arrived = new Seen();
    /** Identifiers whose later versions are on their way. */
    private final Set<String> later = new HashSet<>();
    private boolean isWanted;
    private boolean isBegun;
    private @Nullable Instant begun;

    /** Keeps the datestamps of all records from now on. */
    synchronized void want() {
        isWanted = true;
    }

    /** Notes the repository's time at the beginning of the list: later changes belong to the next increment. Only the first one counts. */
    synchronized void began(@Nullable Datestamp time) {
        if (!isBegun) {
            isBegun = true;
            begun = time == null ? null : time.instant().orElse(null);
        }
    }

    /** Notes a record that arrived. */
    synchronized void came(Header header) {
        if (isWanted) {
            arrived.addVersion(header.identifier(), header.datestamp().text());
        }
    }

    /** Notes a record that arrived without a datestamp that can be compared. */
    synchronized void cameUndated(String identifier) {
        if (isWanted) {
            arrived.addVersion(identifier, "");
        }
    }

    /** Forgets everything, because the list begins again. */
    synchronized void clear() {
        arrived.clear();
        later.clear();
    }

    /** Returns true if a live record arrived, but not in the version that is named, and did not change during the list. */
    synchronized boolean differs(Header named) {
        Instant end = named.datestamp().lastSecond().orElse(null);
        return isWanted && arrived.isExact() && !named.deleted() && end != null && (begun == null || end.isBefore(begun))
                && !hasArrived(named) && !arrived.containsVersion(named.identifier(), "");
    }

    /** Returns true if this version of a record has arrived. */
    synchronized boolean hasArrived(Header header) {
        return arrived.containsVersion(header.identifier(), header.datestamp().text());
    }

    /** Notes that a later version of a record is on its way: it is to be counted as news. */
    synchronized void expect(String identifier) {
        later.add(identifier);
    }

    /** Returns true once for a later version that was on its way. */
    synchronized boolean takeLater(String identifier) {
        return later.remove(identifier);
    }

    @Override
    public synchronized void close() {
        arrived.close();
    }
}
