package dev.sheaf.platform.server;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * Where requests wait whose answers are to be delayed. Waiting takes a virtual thread, but also one of the requests that the server works
 * on at a time; so only some may wait, and the rest of the hub goes on. Safe for use by many threads.
 */
final class DelayLine {

    /** Half of the requests that the server works on at a time. */
    static final int PLACES = 256;

    /** Lets the current thread wait. A seam: tests write down what would be waited. */
    @FunctionalInterface
    interface Wait {
        void pass(Duration time) throws InterruptedException;
    }

    private final Semaphore places = new Semaphore(PLACES);
    private final Wait wait;

    DelayLine(Wait wait) {
        this.wait = wait;
    }

    /**
     * Waits; false when too many do already.
     *
     * @throws InterruptedIOException when the server stops meanwhile
     */
    boolean hold(Duration time) throws InterruptedIOException {
        if (!places.tryAcquire()) {
            return false;
        }
        try {
            wait.pass(time);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the server stops");
        } finally {
            places.release();
        }
    }
}
