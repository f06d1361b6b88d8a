package dev.sheaf.platform.proxy;

import java.time.Duration;

import dev.sheaf.harvester.http.Pause;

/**
 * Pause between requests to a source, as long as a harvester can be expected to wait. If a longer pause is needed, the proxy refuses the
 * request and states the time to wait.
 */
final class ShortPause implements Pause {

    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final Pause pause;

    ShortPause(Pause pause) {
        this.pause = pause;
    }

    /** Thrown instead of a longer pause. */
    static final class TooLong extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final Duration wait;

        TooLong(Duration wait, String reason) {
            super(reason);
            this.wait = wait;
        }

        Refusal refusal() {
            return Refusal.later("Requests to the source are paused: " + getMessage() + ".", wait);
        }
    }

    @Override
    public void pause(Duration time, String reason) throws InterruptedException {
        if (time.compareTo(LONGEST) > 0) {
            throw new TooLong(time, reason);
        }
        pause.pause(time, reason);
    }
}
