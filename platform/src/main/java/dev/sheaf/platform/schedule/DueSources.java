package dev.sheaf.platform.schedule;

import java.util.PriorityQueue;

import org.jspecify.annotations.Nullable;

/**
 * Sources by the time at which they are looked at next. Planning a source again raises its version, and its older entry is then skipped. Times
 * are seconds. Not thread-safe.
 */
final class DueSources {

    /**
     * Entry of a source; of those that wait for the same request the one due first is first, because otherwise the first to arrive would
     * always win.
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

    /** Plans the next look at a source, unless another plan follows. */
    void add(ScheduledSource source, long due) {
        heap.add(new Entry(due, source.wish.due(), source, source.version));
    }

    /** Takes out who is due next; null when nobody is. */
    @Nullable
    ScheduledSource poll(long now) {
        return first() <= now ? heap.remove().source : null;
    }

    /** Returns the time at which the next one is due; the end of time when there is none. */
    long first() {
        Entry first = heap.peek();
        while (first != null && first.version != first.source.version) {
            heap.remove();
            first = heap.peek();
        }
        return first == null ? Long.MAX_VALUE : first.due;
    }
}
