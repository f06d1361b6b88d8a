package dev.sheaf.platform.watch;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.sheaf.harvester.http.Pause;

/**
 * Real waits that end when this object is closed. The threads of the watch are never interrupted, because an interrupt would close files that
 * the store has open. Thread-safe.
 */
final class ClosablePause implements Pause, AutoCloseable {

    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public void pause(Duration time, String reason) throws InterruptedException {
        if (closed.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new InterruptedException("the hub is ending");
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
