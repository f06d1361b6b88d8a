package dev.sheaf.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;

/**
 * Background work in rounds, on a thread of its own: at an interval, and at once when it is woken. Rounds of one work never overlap. A round
 * that fails, also with an {@link Error}, does not end the work: it is logged, {@link BackgroundWork#PROCESS} counts the work as failing, and
 * rounds are tried again after one second, two, four, and so on up to {@value #LONGEST_PAUSE} seconds. Thread-safe.
 */
public final class Rounds implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);
    /** Time after which the clock is read again, because tests and the system set it. Other processes write to the store as well. */
    private static final long POLL_MILLIS = 1_000;
    /** Longest pause after failures, in seconds. */
    private static final int LONGEST_PAUSE = 60;

    private final String name;
    private final Duration interval;
    private final InstantSource clock;
    private final ReentrantLock waiting = new ReentrantLock();
    private final Condition woken = waiting.newCondition();
    private boolean wake;
    private volatile boolean closed;
    private @Nullable Thread thread;
    private Instant next = Instant.MIN;
    private int failures;

    /**
     * Creates work that follows the changes of the store: a round every second.
     *
     * @param name of the work and of its thread
     */
    public Rounds(String name) {
        this(name, Duration.ZERO, InstantSource.system());
    }

    /**
     * Creates work that does nothing until it is started.
     *
     * @param name of the work and of its thread
     * @param interval shortest time from the beginning of one round to the next; it is measured by the clock, once a second
     */
    public Rounds(String name, Duration interval, InstantSource clock) {
        this.name = name;
        this.interval = interval;
        this.clock = clock;
    }

    /**
     * Starts the work with a round at once; returns immediately. Callers call it once. It uses a platform thread, because most rounds compute
     * and would occupy one of the few carriers of virtual threads.
     *
     * @param round one round
     */
    public void start(Runnable round) {
        thread = Thread.ofPlatform().name(name).daemon().start(() -> {
            while (!closed) {
                boolean succeeded = attempt(round);
                failures = succeeded ? 0 : failures + 1;
                await(succeeded ? 0 : Math.min(LONGEST_PAUSE, 1L << Math.min(failures - 1, 6)));
            }
        });
    }

    /** Starts the work like {@link #start}, with the first round after one interval. */
    public void startLater(Runnable round) {
        next = clock.instant().plus(interval);
        start(round);
    }

    private boolean attempt(Runnable round) {
        Instant now = clock.instant();
        // A clock that was set back would put off the next round.
        boolean isDue = !now.isBefore(next) || now.plus(interval).isBefore(next);
        if (!takeWake() && !isDue) {
            return true;
        }
        try {
            round.run();
            next = now.plus(interval);
            BackgroundWork.PROCESS.succeeded(name);
            return true;
        } catch (StoreException failure) {
            if (!closed) {
                LOG.warn("round failed and is tried again: work={} reason=\"{}\"", name, failure.getMessage());
            }
            return false;
        } catch (RuntimeException | Error failure) {
            if (closed && failure instanceof RuntimeException) {
                LOG.debug("round failed while the work ended: work={}", name, failure);
                return false;
            }
            BackgroundWork.PROCESS.failed(name, failure);
            return false;
        }
    }

    private boolean takeWake() {
        waiting.lock();
        try {
            boolean isWoken = wake;
            wake = false;
            return isWoken;
        } finally {
            waiting.unlock();
        }
    }

    /** @param pause seconds that pass in any case, unless the work is closed; 0 to wait until it is time to look at the clock, or until woken */
    private void await(long pause) {
        waiting.lock();
        try {
            long left = pause > 0 ? TimeUnit.SECONDS.toNanos(pause) : TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS);
            while (!closed && left > 0 && (pause > 0 || !wake)) {
                left = woken.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            closed = true;
        } finally {
            waiting.unlock();
        }
    }

    /** Returns true if no further round is wanted; a long round then ends early. */
    public boolean isClosed() {
        return closed;
    }

    /** Starts the next round at once, whatever the interval is, because there is something to do. After a failure its pause passes first. */
    public void wake() {
        waiting.lock();
        try {
            wake = true;
            woken.signalAll();
        } finally {
            waiting.unlock();
        }
    }

    /** Ends the work after the round under way, without waiting for it. */
    public void end() {
        closed = true;
        wake();
    }

    /**
     * Ends the work and waits for the round under way. Does nothing else if it was never started. The thread is not interrupted, because an
     * interrupt would close files that Lucene and the store have open.
     */
    @Override
    public void close() {
        close(Duration.ZERO);
    }

    /**
     * Ends the work like {@link #close()}, but waits no longer than a time for the round under way.
     *
     * @param most longest wait; zero for any
     */
    public void close(Duration most) {
        end();
        Thread running = thread;
        if (running != null) {
            try {
                running.join(most.toMillis());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
