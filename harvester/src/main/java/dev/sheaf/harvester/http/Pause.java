package dev.sheaf.harvester.http;

import java.time.Duration;

/** A wait that a server asked for, or after a failure. Tests replace it and record the waits. */
@FunctionalInterface
public interface Pause {

    /** A real wait. */
    Pause REAL = (time, reason) -> Thread.sleep(time);

    /**
     * Waits.
     *
     * @param time not negative
     * @param reason for people, such as {@code HTTP 503 from example.org, which asks for 30 s}
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    void pause(Duration time, String reason) throws InterruptedException;
}
