package dev.sheaf.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is set. Safe for many threads. */
public final class SettableClock implements InstantSource {

    private volatile Instant now;

    /** Creates a clock that shows an instant until it is set or moved on. */
    public SettableClock(Instant start) {
        now = start;
    }

    /** Returns a clock that shows an instant, such as {@code 2024-05-10T09:00:00Z}, until it is set or moved on. */
    public static SettableClock at(String instant) {
        return new SettableClock(Instant.parse(instant));
    }

    @Override
    public Instant instant() {
        return now;
    }

    /** Sets it. */
    public void set(Instant instant) {
        now = instant;
    }

    /** Moves the clock forward. */
    public synchronized void advance(Duration time) {
        now = now.plus(time);
    }
}
