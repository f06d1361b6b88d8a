package dev.sheaf.platform.resourcesync;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;

/**
 * Division of the lists of repositories into parts, by positions. A record that changes moves to the end of its list, so a part only shrinks,
 * and a bound stays valid permanently. Known bounds are kept in memory: a list is walked once, and later only its new end. Thread-safe.
 */
final class ListBounds {

    /** Position before the first entry of every list. */
    static final Position START = new Position(0, 0);

    private final int size;
    private final Map<Key, List<Position>> known = new ConcurrentHashMap<>();

    /** A list: of live records only, or with deletions; from a second on. */
    record Key(String id, MetadataPrefix prefix, boolean liveOnly, Position start) {}

    /** @param size largest number of entries of a part */
    ListBounds(int size) {
        this.size = size;
    }

    /** Returns the largest number of entries of a part. */
    int size() {
        return size;
    }

    /** Forgets the bounds of all lists of changes but these, because each day has its own. */
    void keepOnly(Position start) {
        known.keySet().removeIf(key -> !key.liveOnly() && !key.start().equals(start));
    }

    /**
     * Returns the positions at which the parts of a list end, except the last part. Walks the new end of the list.
     *
     * @param until last second of the list
     */
    List<Position> of(Key list, Repository repository, Instant until) {
        List<Position> bounds = known.computeIfAbsent(list, _ -> new ArrayList<>());
        synchronized (bounds) {
            Position after = bounds.isEmpty() ? list.start() : bounds.getLast();
            while (true) {
                RecordPage page = repository
                        .records(new RecordQuery(list.prefix(), null, until, null, after, size, true, list.liveOnly()));
                after = page.next();
                if (after == null) {
                    return List.copyOf(bounds);
                }
                bounds.add(after);
            }
        }
    }
}
