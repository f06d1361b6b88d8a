package dev.sheaf.cli.source;

import java.time.Duration;

import dev.sheaf.harvester.http.Pause;
import dev.sheaf.store.HubStore;

/** Waits for the end of a source's run in any process. */
final class RunEnd {

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final int LOOKS = 300;

    private RunEnd() {}

    /** @return false if it has not ended after a quarter of a minute */
    static boolean await(HubStore store, String id) {
        for (int look = 0; look < LOOKS; look++) {
            if (!store.leases().isHeld(id)) {
                return true;
            }
            try {
                Pause.REAL.pause(LOOK, "the run is ending");
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return false;
    }
}
