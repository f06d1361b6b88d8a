package dev.sheaf.store.sql.lists;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;

/**
 * Cache of the segments of recently listed pages, without their records. While nothing changes in the store, a page that is requested again
 * need not be read row by row. Bounded; safe for use by many threads.
 */
public final class CutPages {

    /** Largest number of pages. Some thousand pages of a dozen segments take a few megabytes. */
    private static final int KEPT = 4_000;

    /**
     * Request for a page.
     *
     * @param from first second wanted; the beginning of time for the earliest
     * @param until last second wanted; the end of time if it is after everything in the store
     */
    public record Asked(int scope, int prefix, long from, Position before, long until, int limit, boolean liveOnly) {}

    private record Cut(long seq, RecordPage.Segments page) {}

    private final Map<Asked, Cut> pages = new LinkedHashMap<>(16, 0.75f, true);

    /** Returns the page as it was listed at this last sequence number of the store; null if it is not cached. */
    public synchronized @Nullable RecordPage find(Asked asked, long seq) {
        Cut cut = pages.get(asked);
        return cut != null && cut.seq == seq ? cut.page : null;
    }

    /** Adds a page; the least recently requested one is removed if the cache is full. */
    public synchronized void keep(Asked asked, long seq, RecordPage.Segments page) {
        pages.put(asked, new Cut(seq, page));
        if (pages.size() > KEPT) {
            pages.remove(pages.keySet().iterator().next());
        }
    }
}
