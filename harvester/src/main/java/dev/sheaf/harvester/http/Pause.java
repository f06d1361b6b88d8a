package dev.sheaf.harvester.http;

import java.time.Duration;

/** Waits because a server asked for it or failed. A seam: tests write down what would be waited. */
@FunctionalInterface
public interface Pause {

    /** Really waits. */
    Pause REAL = (time, reason) -> Thread.sleep(time);

    /**
     * Waits.
     *
     * @param time not negative
     * @param reason for people, such as {@code HTTP 503 from example.org, which asks for 30 s}
     * @throws InterruptedException when the thread is interrupted meanwhile
     */
    void pause(Duration time, String reason) throws InterruptedException;
}
