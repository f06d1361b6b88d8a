package dev.sheaf.cli.program;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps a command running until its process is asked to end, and lets it clean up then. */
public final class UntilStopped implements AutoCloseable {

    private static final long TIDY_SECONDS = 20;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch tidied = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "stop");

    /** Makes the end of the process wait until this object is closed. */
    public UntilStopped() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stop() {
        stopped.countDown();
        try {
            if (!tidied.await(TIDY_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("sheaf: ended before the cleanup was finished");
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
     * Waits for the end, up to a time limit.
     *
     * @return true if the process is asked to end
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
