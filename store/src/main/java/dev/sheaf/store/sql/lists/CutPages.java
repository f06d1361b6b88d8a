package dev.sheaf.store.sql.lists;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;

/**
 * Pages as they were listed last: their segments, not the records. As long as nothing has changed in the store, a page that is asked
 * for again need not be looked up row by row. Bounded; safe for use by many threads.
 */
public final class CutPages {

    /** Some thousand pages of a dozen segments are a few megabytes. */
    private static final int KEPT = 4_000;

    /**
     * Request for a page.
     *
     * @param from first second wanted; the beginning of time for the earliest
     * @param until last second wanted; the end of time when it lies after everything in the store
     */
    public record Asked(int scope, int prefix, long from, Position before, long until, int limit, boolean liveOnly) {}

    private record Cut(long seq, RecordPage.Segments page) {}

    private final Map<Asked, Cut> pages = new LinkedHashMap<>(16, 0.75f, true);

    /** Returns the page as it was listed when this was the store's last sequence number; null when it is not known. */
    public synchronized @Nullable RecordPage find(Asked asked, long seq) {
        Cut cut = pages.get(asked);
        return cut != null && cut.seq == seq ? cut.page : null;
    }

    /** Keeps a page; the one that was asked for least recently goes. */
    public synchronized void keep(Asked asked, long seq, RecordPage.Segments page) {
        pages.put(asked, new Cut(seq, page));
        if (pages.size() > KEPT) {
            pages.remove(pages.keySet().iterator().next());
        }
    }
}
