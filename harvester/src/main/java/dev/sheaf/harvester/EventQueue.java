package dev.sheaf.harvester;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Passes the events of several threads to a listener, one after another and on one thread: the one that made this queue, which runs the
 * harvest. Safe for use by many threads.
 *
 * <p>A listener may wait, for instance for the lock of a database. A thread that makes requests only leaves its events here, so that such a
 * wait never holds up a response that is being read.
 */
final class EventQueue {

    private final ProgressListener listener;
    private final long run = Thread.currentThread().threadId();
    private final Queue<HarvestEvent> left = new ConcurrentLinkedQueue<>();

    EventQueue(ProgressListener listener) {
        this.listener = listener;
    }

    /** Reports an event, after those that were left; on another thread than that of the run, leaves it for {@link #report()}. */
    void report(HarvestEvent event) {
        left.add(event);
        report();
    }

    /** Reports the events that were left; does nothing on another thread than that of the run. */
    void report() {
        if (Thread.currentThread().threadId() != run) {
            return;
        }
        for (HarvestEvent event = left.poll(); event != null; event = left.poll()) {
            listener.on(event);
        }
    }
}
