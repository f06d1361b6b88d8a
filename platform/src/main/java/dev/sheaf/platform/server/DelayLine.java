package dev.sheaf.platform.server;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;

import dev.sheaf.platform.server.load.SharedPlaces;

/**
 * Queue of requests whose answers are delayed. A waiting request occupies a virtual thread and one of the places for concurrent requests.
 * The number of waiting requests is limited, in all and for each client, so that the rest of the hub
 * continues. Safe for use by many threads.
 */
final class DelayLine {

    /** Largest number of waiting requests: half of the concurrent requests of the server. */
    static final int PLACES = 256;
    /** Largest number of waiting requests of one client. */
    static final int PLACES_OF_CLIENT = PLACES / 4;

    /** Pause of the current thread. Tests replace it and record the times. */
    @FunctionalInterface
    interface Wait {
        void pass(Duration time) throws InterruptedException;
    }

    private final SharedPlaces places = new SharedPlaces(PLACES, PLACES_OF_CLIENT, PLACES);
    private final Wait wait;

    DelayLine(Wait wait) {
        this.wait = wait;
    }

    /**
     * Waits, and returns false at once if too many requests already wait.
     *
     * @param client network of the client, by which limits count it
     * @throws InterruptedIOException if the server stops meanwhile
     */
    boolean hold(String client, Duration time) throws InterruptedIOException {
        Optional<SharedPlaces.Place> place = places.enter(client, "");
        if (place.isEmpty()) {
            return false;
        }
        try (SharedPlaces.Place _ = place.get()) {
            wait.pass(time);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the server stops");
        }
    }
}
