package dev.sheaf.platform.server.access;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Queue that hashes passwords one at a time on a separate thread. Guessing therefore takes at most one core and no thread that answers
 * requests. Thread-safe.
 */
final class PasswordQueue {

    /** Largest number of waiting passwords; one takes half a second. */
    static final int MOST = 16;
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor thread;

    PasswordQueue() {
        thread = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST),
                task -> Thread.ofPlatform().daemon().name("sheaf-passwords").unstarted(task));
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a check when its turn comes; the caller waits.
     *
     * @param delay pause before the check, during its turn
     * @return empty if too many checks wait already, or the caller was interrupted
     */
    Optional<Boolean> compute(Supplier<Boolean> check, Duration delay) {
        Future<Boolean> result;
        try {
            result = thread.submit(() -> {
                Thread.sleep(delay);
                return check.get();
            });
        } catch (RejectedExecutionException _) {
            return Optional.empty();
        }
        try {
            return Optional.of(result.get());
        } catch (InterruptedException _) {
            result.cancel(true);
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (CancellationException _) {
            return Optional.empty();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException unexpected) {
                throw unexpected;
            }
            throw new IllegalStateException("a password could not be hashed", failure.getCause());
        }
    }
}
