package dev.sheaf.platform.server.outgoing;

import java.io.Serial;
import java.time.Duration;

import dev.sheaf.harvester.http.Pause;

/**
 * Pause between requests to another server while a client of this hub waits. A longer pause than the client can be expected to wait for is
 * refused, so that the answer can state the time. Thread-safe if the pause that it uses is.
 */
public final class ShortPause implements Pause {

    private final Pause pause;
    private final Duration longest;

    /**
     * Creates a pause.
     *
     * @param pause waits
     * @param longest longest pause that is waited for
     */
    public ShortPause(Pause pause, Duration longest) {
        this.pause = pause;
        this.longest = longest;
    }

    /** Thrown instead of a longer pause; its message is the reason of the pause. */
    public static final class TooLongException extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1L;
        private static final long MILLIS = 1_000;

        private final Duration wait;

        TooLongException(Duration wait, String reason) {
            super(reason, null, false, false);
            this.wait = wait;
        }

        /** Returns the length of the pause that was needed. */
        public Duration needed() {
            return wait;
        }

        /** Returns the same in seconds for Retry-After: rounded up, and at least 1. */
        public long seconds() {
            return Math.max(1, Math.ceilDiv(wait.toMillis(), MILLIS));
        }
    }

    /** @throws TooLongException if the time is longer than is waited for */
    @Override
    public void pause(Duration time, String reason) throws InterruptedException {
        if (time.compareTo(longest) > 0) {
            throw new TooLongException(time, reason);
        }
        pause.pause(time, reason);
    }
}
