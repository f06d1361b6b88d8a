package dev.sheaf.platform.server;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * Queue of requests whose answers are delayed. A waiting request occupies a virtual thread and one of the places for concurrent requests.
 * The number of waiting requests is limited, so that the rest of the hub continues. Safe for use by many threads.
 */
final class DelayLine {

    /** Largest number of waiting requests: half of the concurrent requests of the server. */
    static final int PLACES = 256;

    /** Pause of the current thread. Tests replace it and record the times. */
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
     * Waits, and returns false at once if too many requests already wait.
     *
     * @throws InterruptedIOException if the server stops meanwhile
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
