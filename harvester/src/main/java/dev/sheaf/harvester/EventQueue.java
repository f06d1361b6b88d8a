package dev.sheaf.harvester;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Queue that passes the events of several threads to a listener, one after another, on the thread that created the queue and runs the
 * harvest. Safe for use by many threads.
 *
 * <p>A listener may wait, for instance for the lock of a database. A thread that makes requests only queues its events, so that such a wait
 * never delays the reading of a response.
 */
final class EventQueue {

    private final ProgressListener listener;
    private final long run = Thread.currentThread().threadId();
    private final Queue<HarvestEvent> left = new ConcurrentLinkedQueue<>();

    EventQueue(ProgressListener listener) {
        this.listener = listener;
    }

    /** Reports an event after the queued ones. On another thread than that of the run, queues it for {@link #report()}. */
    void report(HarvestEvent event) {
        left.add(event);
        report();
    }

    /** Reports the queued events. Does nothing on another thread than that of the run. */
    void report() {
        if (Thread.currentThread().threadId() != run) {
            return;
        }
        for (HarvestEvent event = left.poll(); event != null; event = left.poll()) {
            listener.on(event);
        }
    }
}
