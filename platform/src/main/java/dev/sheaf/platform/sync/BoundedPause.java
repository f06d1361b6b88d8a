package dev.sheaf.platform.sync;

import java.time.Duration;

import dev.sheaf.harvester.http.Pause;

/**
 * Waits of a thread that serves many hosts one after another. A longer wait, for which a host may ask, is refused, so that no host holds up the
 * others; the request then fails and is repeated later. As thread-safe as the waits themselves.
 *
 * @param pause waits
 * @param longest longest wait that is not refused
 */
public record BoundedPause(Pause pause, Duration longest) implements Pause {

    @Override
    public void pause(Duration time, String reason) throws InterruptedException {
        if (time.compareTo(longest) > 0) {
            throw new InterruptedException(reason);
        }
        pause.pause(time, reason);
    }

    /**
     * Clears the interruption that a refused wait leaves in the present thread. Callers do so after a request that has failed, because an
     * interrupted thread would close files that the store has open.
     */
    public static void over() {
        Thread.interrupted();
    }
}
