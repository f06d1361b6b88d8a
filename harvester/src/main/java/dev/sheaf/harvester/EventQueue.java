package dev.sheaf.harvester;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Passes the events of several threads to a listener, one after another. Safe for use by many threads.
 *
 * <p>A thread that makes requests only leaves its events, so that a listener that takes its time with a page that was saved does not keep
 * the next one from being fetched.
 */
final class EventQueue {

    private final ProgressListener listener;
    private final Queue<HarvestEvent> left = new ConcurrentLinkedQueue<>();
    private final ReentrantLock telling = new ReentrantLock();

    EventQueue(ProgressListener listener) {
        this.listener = listener;
    }

    /** Tells an event, after those that were left, and returns when the listener has. */
    void tell(HarvestEvent event) {
        telling.lock();
        try {
            tellLeft();
            listener.on(event);
        } finally {
            telling.unlock();
        }
    }

    /** Tells an event soon: now unless the listener is busy, else in front of the next one. */
    void leave(HarvestEvent event) {
        left.add(event);
        if (telling.tryLock()) {
            try {
                tellLeft();
            } finally {
                telling.unlock();
            }
        }
    }

    private void tellLeft() {
        for (HarvestEvent event = left.poll(); event != null; event = left.poll()) {
            listener.on(event);
        }
    }
}
