package dev.sheaf.harvester.repair;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.sheaf.core.Limit;
import dev.sheaf.core.xml.OaiFormatException;

/**
 * The platform threads on which responses are read, as many at a time as there are processors. Reading takes processor time and never waits:
 * on virtual threads a few large pages would hold every carrier, and requests to the hub would wait for them. A caller that waits for a
 * reading gets an exception when it takes too long, and can be interrupted. Safe for many threads.
 */
final class ReadingThreads {

    static final ReadingThreads SHARED = new ReadingThreads(Math.max(2, Runtime.getRuntime().availableProcessors()),
            TimeUnit.SECONDS.toMillis(Limit.READING_SECONDS.number()));

    private final Semaphore turns;
    private final long deadlineMillis;
    private final ThreadPoolExecutor threads;

    /**
     * Makes threads, which begin when they are needed.
     *
     * @param atOnce responses that are read at the same time
     * @param deadlineMillis longest time for one, the wait for its turn not counted
     */
    ReadingThreads(int atOnce, long deadlineMillis) {
        this.turns = new Semaphore(atOnce);
        this.deadlineMillis = deadlineMillis;
        // The turns bound the threads: one that has just given its turn back may not be idle yet.
        this.threads = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(),
                Thread.ofPlatform().daemon().name("sheaf-reading-", 1).factory());
    }

    /**
     * Reads on one of the threads and waits for the result. A reading that nobody waits for any more keeps its thread until it ends.
     *
     * @throws OaiFormatException when the reading throws it, or takes too long
     * @throws CancellationException when the thread is interrupted meanwhile; it stays so
     */
    Reading read(Callable<Reading> reading) throws OaiFormatException {
        Future<Reading> result;
        try {
            turns.acquire();
        } catch (InterruptedException _) {
            throw cancelled();
        }
        try {
            result = submitted(reading);
        } catch (RuntimeException | Error failure) {
            turns.release();
            throw failure;
        }
        try {
            return result.get(deadlineMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            throw cancelled();
        } catch (TimeoutException _) {
            throw new OaiFormatException(Limit.READING_SECONDS.exceeded(), -1);
        } catch (ExecutionException failure) {
            switch (failure.getCause()) {
                case OaiFormatException fault -> throw fault;
                case RuntimeException unexpected -> throw unexpected;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(failure);
            }
        }
    }

    private Future<Reading> submitted(Callable<Reading> reading) {
        Callable<Reading> turn = () -> {
            try {
                return reading.call();
            } finally {
                turns.release();
            }
        };
        return threads.submit(turn);
    }

    private static CancellationException cancelled() {
        Thread.currentThread().interrupt();
        return new CancellationException("interrupted while a response was read");
    }
}
