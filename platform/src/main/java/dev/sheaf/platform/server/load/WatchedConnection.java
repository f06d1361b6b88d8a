package dev.sheaf.platform.server.load;

import org.eclipse.jetty.io.Connection;

/** Connection and its request, one at a time (HTTP/1.1). Times are those of {@link System#nanoTime}. Thread-safe. */
final class WatchedConnection {

    private static final long NANOS = 1_000_000_000L;

    private final Connection connection;
    private final String client;
    private boolean requested;
    private boolean inHandler;
    private long bytesAtRest;
    private long headersSince;
    private long contentBytes;
    private long contentWaited;
    private long awaitingSince;
    private long writeDeadline;

    WatchedConnection(Connection connection, String client) {
        this.connection = connection;
        this.client = client;
    }

    Connection connection() {
        return connection;
    }

    String client() {
        return client;
    }

    /** Notes that the headers of a request have arrived. */
    synchronized void begin() {
        requested = true;
        headersSince = 0;
        contentBytes = 0;
        contentWaited = 0;
        awaitingSince = 0;
        writeDeadline = 0;
    }

    /** Notes that an endpoint begins to work on the request. */
    synchronized void enterHandler() {
        inHandler = true;
    }

    synchronized void end() {
        requested = false;
        inHandler = false;
        awaitingSince = 0;
        writeDeadline = 0;
        bytesAtRest = connection.getBytesIn();
    }

    /** Returns whether an endpoint works for the connection; if not, closing it interrupts no work. */
    synchronized boolean isInHandler() {
        return inHandler;
    }

    synchronized void awaitContent(long now) {
        awaitingSince = now;
    }

    synchronized void contentArrives(long now) {
        if (awaitingSince != 0) {
            contentWaited += now - awaitingSince;
            awaitingSince = 0;
        }
    }

    synchronized void read(int bytes) {
        contentBytes += bytes;
    }

    /**
     * Sets the deadline of a write.
     *
     * @param deadline deadline of the write that begins now; 0 after its end
     */
    synchronized void writes(long deadline) {
        writeDeadline = deadline;
    }

    /** Returns whether the client is too slow. */
    synchronized boolean isTooSlow(long now, LoadLimits limits) {
        if (!requested) {
            boolean begun = connection.getBytesIn() > bytesAtRest;
            if (!begun || headersSince == 0) {
                headersSince = begun ? now : 0;
                return false;
            }
            return now - headersSince > limits.headerTime().toNanos();
        }
        if (writeDeadline != 0 && now - writeDeadline > 0) {
            return true;
        }
        if (awaitingSince == 0) {
            return false;
        }
        long waited = contentWaited + now - awaitingSince - limits.grace().toNanos();
        return waited > 0 && contentBytes < waited / (double) NANOS * limits.bytesPerSecond();
    }
}
