package dev.sheaf.store;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * A thread that looks for changes in the store again and again: at once when it is woken, otherwise every second, because other processes
 * write too. Thread-safe.
 */
public final class Follower implements AutoCloseable {

    private static final long POLL_MILLIS = 1_000;

    private final ReentrantLock waiting = new ReentrantLock();
    private final Condition woken = waiting.newCondition();
    private boolean wake;
    private volatile boolean closed;
    private @Nullable Thread thread;

    /** Creates a follower that does nothing until it is started. */
    public Follower() {}

    /**
     * Starts the follower; callers call it once. It uses a platform thread, because its work is computing and would occupy one of the few
     * carriers of virtual threads.
     *
     * @param name of the thread
     * @param look the work of one round; rounds never overlap. A failure, also an error, is logged, and the next round tries again
     */
    public void start(String name, Runnable look) {
        thread = Thread.ofPlatform().name(name).daemon().start(() -> {
            while (!closed) {
                BackgroundWork.PROCESS.attempt(name, look);
                await();
            }
        });
    }

    /** Returns true if no further round is wanted; a long round then ends early. */
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

    /** Starts the next round at once, because something was saved. */
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
     * Stops the follower and waits for the round under way. Does nothing else if it was never started. The thread is not interrupted,
     * because an interrupt would close files that Lucene and the store have open.
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
