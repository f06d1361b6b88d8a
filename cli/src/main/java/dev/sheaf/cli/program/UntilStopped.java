package dev.sheaf.cli.program;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps a command running until somebody ends its process, and lets it tidy up then. */
public final class UntilStopped implements AutoCloseable {

    private static final long TIDY_SECONDS = 20;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch tidied = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "stop");

    /** From now on the end of the process waits until this is closed. */
    public UntilStopped() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stop() {
        stopped.countDown();
        try {
            if (!tidied.await(TIDY_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("sheaf: ended before everything was tidied up");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the end, or for the thread to be interrupted. */
    public void await() {
        try {
            stopped.await();
        } catch (InterruptedException _) {
            stopped.countDown();
        }
    }

    /**
     * Waits for the end at most so long.
     *
     * @return true when it has come
     */
    public boolean await(long milliseconds) {
        try {
            return stopped.await(milliseconds, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            stopped.countDown();
            return true;
        }
    }

    @Override
    public void close() {
        tidied.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The process is ending already.
        }
    }
}
