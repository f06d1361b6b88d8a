package dev.sheaf.schedule;

import java.util.PriorityQueue;

import org.jspecify.annotations.Nullable;

/**
 * Queue of sources by the time at which they are examined next. Planning a source again raises its version, and its older entry is then
 * skipped. Times are seconds. Not thread-safe.
 */
final class DueSources {

    /**
     * Entry of a source. Of the sources that wait for the same request, the one that was due first comes first; otherwise the first to
     * arrive would always win.
     */
    private record Entry(long due, long wanted, ScheduledSource source, int version) implements Comparable<Entry> {

        @Override
        public int compareTo(Entry other) {
            int byDue = Long.compare(due, other.due);
            int byWanted = byDue != 0 ? byDue : Long.compare(wanted, other.wanted);
            return byWanted != 0 ? byWanted : Integer.compare(source.order, other.source.order);
        }
    }

    private final PriorityQueue<Entry> heap = new PriorityQueue<>();

    /** Adds a source, which is examined at the time unless it is planned again. */
    void add(ScheduledSource source, long due) {
        heap.add(new Entry(due, source.wish.due(), source, source.version));
    }

    /** Removes and returns the next due source; null if none is due. */
    @Nullable
    ScheduledSource poll(long now) {
        return first() <= now ? heap.remove().source : null;
    }

    /** Returns the time of the next entry; the largest number if there is none. */
    long first() {
        Entry first = heap.peek();
        while (first != null && first.version != first.source.version) {
            heap.remove();
            first = heap.peek();
        }
        return first == null ? Long.MAX_VALUE : first.due;
    }
}
