package dev.sheaf.store.sql;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.RepositoryGoneException;
import dev.sheaf.core.store.StoreException;

/**
 * A few platform threads on which the database's native code runs. A native call occupies the carrier of a virtual thread, and there are
 * only as many carriers as cores: a few virtual threads that wait for the disk would stop all others. Safe for use by many threads.
 */
final class StoreThreads implements AutoCloseable {

    private static final String CLOSED = "The store has been closed";

    private final ThreadPoolExecutor threads;
    /** Lock that is shared by work on threads of callers, and exclusive for closing, which waits for that work. */
    private final ReentrantReadWriteLock open = new ReentrantReadWriteLock();
    private volatile boolean closed;

    StoreThreads(String name, int count) {
        threads = new ThreadPoolExecutor(count, count, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name(name, 1).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs work on the calling thread if it is a platform thread, which saves the change of threads. Otherwise runs it as {@link #call}
     * does.
     */
    <T> T callNear(Callable<T> work) {
        if (Thread.currentThread().isVirtual()) {
            return call(work);
        }
        open.readLock().lock();
        try {
            if (closed) {
                throw new StoreException(CLOSED);
            }
            return work.call();
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw unwrapped(failure);
        } finally {
            open.readLock().unlock();
        }
    }

    /** Runs work and waits for its end, even if interrupted, so that the outcome of work that has begun is known. */
    <T> T call(Callable<T> work) {
        Future<T> result;
        try {
            result = threads.submit(work);
        } catch (RejectedExecutionException e) {
            throw new StoreException(CLOSED, e);
        }
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result.get();
                } catch (InterruptedException _) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw unwrapped(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Runs work later, unless the store is closed before. */
    void later(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException _) {
            // The next process that opens the store does this work.
        }
    }

    private static RuntimeException unwrapped(@Nullable Throwable failure) {
        return switch (failure) {
            // The trace of the worker's thread alone would not show the caller.
            case RepositoryGoneException gone -> new RepositoryGoneException(String.valueOf(gone.getMessage()), gone);
            case StoreException known -> new StoreException(String.valueOf(known.getMessage()), known);
            case RuntimeException known -> known;
            case Error error -> throw error;
            case null -> new StoreException("The store failed");
            default -> new StoreException("The store failed: " + failure.getMessage(), failure);
        };
    }

    /** Waits for the work under way and refuses later work. */
    @Override
    public void close() {
        open.writeLock().lock();
        try {
            closed = true;
        } finally {
            open.writeLock().unlock();
        }
        threads.close();
    }
}
