package dev.sheaf.harvester.internal.repair;

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
 * The platform threads on which responses are read, at most as many as there are processors. Reading takes processor time and never waits:
 * on virtual threads a few large pages would occupy every carrier, and requests to the hub would wait for them. A waiting caller gets an
 * exception if the reading takes too long, and can be interrupted. Repairs also wait for memory: a response under repair is in memory some
 * six times, so two of the largest at once would exhaust a small heap. Safe for many threads.
 */
final class ReadingThreads {

    /** Limit on the total size of the responses that are repaired at the same time: one of the largest. */
    private static final int ROOM = kilobytes(Limit.BODY_BYTES.number());

    static final ReadingThreads SHARED = new ReadingThreads(Math.max(2, Runtime.getRuntime().availableProcessors()),
            TimeUnit.SECONDS.toMillis(Limit.READING_SECONDS.number()));

    /**
     * Work with a response.
     *
     * @param <R> its result
     */
    interface Step<R> {
        /** @throws OaiFormatException if the response cannot be read */
        R read() throws OaiFormatException;
    }

    /** Thrown when reading a response takes longer than allowed. */
    static final class TooSlowException extends OaiFormatException {

        private static final long serialVersionUID = 1L;

        TooSlowException() {
            super(Limit.READING_SECONDS.exceeded(), -1);
        }
    }

    private final Semaphore turns;
    private final Semaphore room = new Semaphore(ROOM, true);
    private final long deadlineMillis;
    private final ThreadPoolExecutor threads;

    /**
     * Creates threads, which start on demand.
     *
     * @param atOnce number of responses that are read at the same time
     * @param deadlineMillis longest time for one, without the wait for its turn
     */
    ReadingThreads(int atOnce, long deadlineMillis) {
        this.turns = new Semaphore(atOnce);
        this.deadlineMillis = deadlineMillis;
        // The turns limit the threads, because a thread that has just returned its turn may not be idle yet.
        this.threads = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(),
                Thread.ofPlatform().daemon().name("sheaf-reading-", 1).factory());
    }

    /**
     * Reads a response: on the calling thread if it is a platform thread, else on one of these threads, and waits for the result. An
     * abandoned reading keeps its thread until it ends.
     *
     * @throws OaiFormatException if the reading throws it
     * @throws TooSlowException if the reading takes too long
     * @throws CancellationException if a virtual thread is interrupted meanwhile; it stays interrupted
     */
    <R> R read(Step<R> reading) throws OaiFormatException {
        return inTurn(0, reading);
    }

    /**
     * Repairs a response, like {@link #read}, as soon as the repairs under way leave enough memory. The time limit begins then.
     *
     * @param size bytes of the response
     */
    <R> R repair(int size, Step<R> repair) throws OaiFormatException {
        return inTurn(Math.min(ROOM, kilobytes(size)), repair);
    }

    private static int kilobytes(long bytes) {
        return (int) (bytes >> 10) + 1;
    }

    private <R> R inTurn(int kilobytes, Step<R> step) throws OaiFormatException {
        if (Thread.currentThread().isVirtual()) {
            return result(submitted(kilobytes, step));
        }
        if (kilobytes > 0) {
            room.acquireUninterruptibly(kilobytes);
        }
        try {
            return step.read();
        } finally {
            room.release(kilobytes);
        }
    }

    private <R> R result(Future<R> result) throws OaiFormatException {
        try {
            return result.get(deadlineMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            throw cancelled();
        } catch (TimeoutException _) {
            throw new TooSlowException();
        } catch (ExecutionException failure) {
            switch (failure.getCause()) {
                case OaiFormatException fault -> throw fault;
                case RuntimeException unexpected -> throw unexpected;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(failure);
            }
        }
    }

    /** Begins a step when its turn comes. Its turn and memory are released when it ends, which may be after the caller has left. */
    private <R> Future<R> submitted(int kilobytes, Step<R> step) {
        Runnable end = () -> {
            turns.release();
            room.release(kilobytes);
        };
        try {
            // Even a wait for nothing would queue behind those that wait for more.
            if (kilobytes > 0) {
                room.acquire(kilobytes);
            }
        } catch (InterruptedException _) {
            throw cancelled();
        }
        try {
            turns.acquire();
        } catch (InterruptedException _) {
            room.release(kilobytes);
            throw cancelled();
        }
        Callable<R> turn = () -> {
            try {
                return step.read();
            } finally {
                end.run();
            }
        };
        try {
            return threads.submit(turn);
        } catch (RuntimeException | Error failure) {
            end.run();
            throw failure;
        }
    }

    private static CancellationException cancelled() {
        Thread.currentThread().interrupt();
        return new CancellationException("interrupted while a response was read");
    }
}
