package dev.sheaf.store;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks again and again for what has changed in the store, in a thread of its own: within a second, for other processes write too, or at once
 * when it is woken. Thread-safe.
 */
public final class Follower implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
    private static final long POLL_MILLIS = 1_000;

    private final ReentrantLock waiting = new ReentrantLock();
    private final Condition woken = waiting.newCondition();
    private boolean wake;
    private volatile boolean closed;
    private @Nullable Thread thread;

    /** Looks at nothing before it is started. */
    public Follower() {}

    /**
     * Begins, once. In a thread of the platform, not a virtual one: what it does is computing, and would keep one of the few carriers from
     * those that wait.
     *
     * @param name of the thread
     * @param look one at a time; what it throws is logged, and it is tried again
     */
    public void start(String name, Runnable look) {
        thread = Thread.ofPlatform().name(name).daemon().start(() -> {
            while (!closed) {
                look(name, look);
                await();
            }
        });
    }

    private static void look(String name, Runnable look) {
        try {
            look.run();
        } catch (RuntimeException unexpected) {
            LOG.error("failed, looking again within a second: thread={}", name, unexpected);
        }
    }

    /** True when no further look is wanted; one that takes long ends early then. */
    public boolean isClosed() {
        return closed;
    }

    private void await() {
        waiting.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS);
            while (!wake && !closed && left > 0) {
                left = woken.awaitNanos(left);
            }
            wake = false;
        } catch (InterruptedException _) {
            closed = true;
        } finally {
            waiting.unlock();
        }
    }

    /** Something was saved: look now rather than within the second. */
    public void wake() {
        waiting.lock();
        try {
            wake = true;
            woken.signalAll();
        } finally {
            waiting.unlock();
        }
    }

    /**
     * Ends when the look under way has ended; does nothing more when it never began. The thread is not interrupted: an interrupt closes
     * the files of Lucene and of the store under its feet.
     */
    @Override
    public void close() {
        closed = true;
        wake();
        Thread running = thread;
        if (running != null) {
            try {
                running.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
