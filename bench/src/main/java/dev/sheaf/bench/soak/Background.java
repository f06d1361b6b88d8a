package dev.sheaf.bench.soak;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/** Work that is repeated on a separate thread while samples are taken. Closing it waits for the end of the present round. */
final class Background implements AutoCloseable {

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicLong rounds = new AtomicLong();

    /** One round of the work. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    /**
     * Starts the work.
     *
     * @param pause milliseconds between two rounds
     */
    Background(String name, long pause, Work work) {
        this.thread = Thread.ofPlatform().name(name).daemon().start(() -> {
            try {
                do {
                    work.run();
                    rounds.incrementAndGet();
                } while (!closed.await(pause, TimeUnit.MILLISECONDS));
            } catch (Exception | Error thrown) {
                failure.set(thrown);
            }
        });
    }

    /** Returns the number of finished rounds. */
    long rounds() {
        return rounds.get();
    }

    /**
     * Checks the work.
     *
     * @throws IllegalStateException if it has failed
     */
    void check() {
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException(thread.getName() + ": " + thrown.getMessage(), thrown);
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed.countDown();
        thread.join();
    }
}
