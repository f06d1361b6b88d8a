package dev.sheaf.bench.soak;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/** Work that is done again and again beside the samples, on a thread of its own. Closing it waits for the end of the work under way. */
final class Background implements AutoCloseable {

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean closed;
    private volatile long rounds;

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
                while (!closed) {
                    work.run();
                    rounds++;
                    pause(pause);
                }
            } catch (Exception | Error thrown) {
                failure.set(thrown);
            }
        });
    }

    private void pause(long milliseconds) throws InterruptedException {
        synchronized (this) {
            if (!closed) {
                wait(milliseconds);
            }
        }
    }

    /** Rounds that were done. */
    long rounds() {
        return rounds;
    }

    /** @throws IllegalStateException when the work has failed */
    void check() {
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException(thread.getName() + ": " + thrown.getMessage(), thrown);
        }
    }

    @Override
    public void close() throws InterruptedException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        thread.join();
    }
}
