package dev.sheaf.schedule;

import java.util.PriorityQueue;

import org.jspecify.annotations.Nullable;

/**
 * Queue of sources that are due and wait for a request of the budget. Sources that are owed a harvest may get it a little earlier than the
 * others. The source that was due first comes first. Planning a source again raises its version, and its older entry is then skipped. Not
 * thread-safe.
 */
final class WaitingSources {

    private record Waiting(long wanted, ScheduledSource source, int version) implements Comparable<Waiting> {

        @Override
        public int compareTo(Waiting other) {
            int byWanted = Long.compare(wanted, other.wanted);
            return byWanted != 0 ? byWanted : Integer.compare(source.order, other.source.order);
        }
    }

    private final PriorityQueue<Waiting> owed = new PriorityQueue<>();
    private final PriorityQueue<Waiting> others = new PriorityQueue<>();

    /** Adds a source. */
    void add(ScheduledSource source, boolean isOwed) {
        (isOwed ? owed : others).add(new Waiting(source.wish.due(), source, source.version));
    }

    /** Removes and returns the first source for which there is a request; null if there is none. */
    @Nullable
    ScheduledSource poll(RequestBudget all) {
        Waiting ofOwed = all.allows(true) ? first(owed) : null;
        Waiting ofOthers = all.allows(false) ? first(others) : null;
        if (ofOwed == null && ofOthers == null) {
            return null;
        }
        boolean isOwed = ofOthers == null || ofOwed != null && ofOwed.compareTo(ofOthers) <= 0;
        Waiting taken = (isOwed ? owed : others).remove();
        return taken.source;
    }

    /** Returns the time at which a waiting source gets a request; the largest number if none waits. */
    long gate(RequestBudget all, long now) {
        long ofOwed = first(owed) == null ? Long.MAX_VALUE : all.allows(true) ? now : all.allowedFrom(true);
        long ofOthers = first(others) == null ? Long.MAX_VALUE : all.allows(false) ? now : all.allowedFrom(false);
        return Math.min(ofOwed, ofOthers);
    }

    private static @Nullable Waiting first(PriorityQueue<Waiting> queue) {
        Waiting first = queue.peek();
        while (first != null && first.version != first.source.version) {
            queue.remove();
            first = queue.peek();
        }
        return first;
    }
}
