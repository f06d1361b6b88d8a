package dev.sheaf.harvester.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Closes a stream on which nothing comes for too long, or which takes too long altogether. The JDK's client has no such limit: its
 * {@code timeout} ends with the headers.
 */
final class Watchdog implements AutoCloseable {

    private final InputStream watched;
    private final LongSupplier progress;
    private final long idle;
    private final long total;
    private final Thread thread;
    private volatile boolean calledOff;
    private volatile Duration limit = Duration.ZERO;

    Watchdog(InputStream watched, LongSupplier progress, Duration idle, Duration total) {
        this.watched = watched;
        this.progress = progress;
        this.idle = idle.toNanos();
        this.total = total.toNanos();
        this.thread = Thread.ofVirtual().name("watchdog").start(this::watch);
    }

    private void watch() {
        long start = System.nanoTime();
        long lastBytes = progress.getAsLong();
        long lastChange = start;
        while (!calledOff) {
            long now = System.nanoTime();
            long bytes = progress.getAsLong();
            if (bytes != lastBytes) {
                lastBytes = bytes;
                lastChange = now;
            }
            if (now - start >= total || now - lastChange >= idle) {
                bark(now - start >= total ? total : idle);
                return;
            }
            LockSupport.parkNanos(Math.min(total - (now - start), idle - (now - lastChange)));
        }
    }

    private void bark(long nanos) {
        limit = Duration.ofNanos(nanos);
        try {
            watched.close();
        } catch (IOException _) {
            // Closing is all that was wanted.
        }
    }

    /** True when it closed the stream. */
    boolean barked() {
        return !limit.isZero();
    }

    /** The limit that was passed; zero when none was. */
    Duration limit() {
        return limit;
    }

    /** Calls it off; the stream stays open. */
    @Override
    public void close() {
        calledOff = true;
        LockSupport.unpark(thread);
    }
}
