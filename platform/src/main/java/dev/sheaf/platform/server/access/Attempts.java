package dev.sheaf.platform.server.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counter of passwords that each client tries, which limits guessing. An attempt counts from its beginning, so that simultaneous attempts
 * count, too. Bounded; thread-safe.
 */
final class Attempts {

    /** Largest number of hashed passwords of one client in a window. */
    static final int MOST = 10;
    /**
     * Largest number of passwords of one client that are compared, at little cost, with the last right one. Users who know it are admitted
     * while others at the same address are refused.
     */
    static final int MOST_COMPARED = 200;
    /** Number of wrong passwords of all clients in a window after which each further one waits for {@link #DELAY} before it is hashed. */
    static final int MOST_TOGETHER = 100;
    static final Duration DELAY = Duration.ofSeconds(1);
    static final Duration WINDOW = Duration.ofMinutes(10);
    private static final int CLIENTS = 10_000;

    private final InstantSource clock;
    private final Map<String, Window> windows = new LinkedHashMap<>(16, 0.75f, true);
    private Window together;

    private record Window(Instant from, int compared, int computed) {

        Window plus(int moreCompared, int moreComputed) {
            return new Window(from, Math.max(0, compared + moreCompared), Math.max(0, computed + moreComputed));
        }
    }

    Attempts(InstantSource clock) {
        this.clock = clock;
        this.together = new Window(clock.instant(), 0, 0);
    }

    /** Counts a comparison; returns false if the client has made too many. */
    synchronized boolean compares(String client) {
        Window window = window(client);
        if (window.compared() >= MOST_COMPARED) {
            return false;
        }
        put(client, window.plus(1, 0));
        return true;
    }

    /**
     * Counts an attempt that begins now.
     *
     * @return time that the client has to wait first; zero if the attempt may continue
     */
    synchronized Duration begin(String client) {
        Window window = window(client);
        if (window.computed() >= MOST) {
            Duration left = Duration.between(clock.instant(), window.from().plus(WINDOW));
            return left.isNegative() ? Duration.ZERO : left;
        }
        put(client, window.plus(0, 1));
        together = current(together).plus(0, 1);
        return Duration.ZERO;
    }

    /** Removes an attempt that was counted but not made. */
    synchronized void notMade(String client) {
        put(client, window(client).plus(0, -1));
        together = current(together).plus(0, -1);
    }

    /** Notes that a client sent the right password. */
    synchronized void right(String client) {
        if (windows.remove(client) != null) {
            together = current(together).plus(0, -1);
        }
    }

    /** Returns how long the next attempt of any client has to wait before it is hashed. */
    synchronized Duration delay() {
        together = current(together);
        return together.computed() > MOST_TOGETHER ? DELAY : Duration.ZERO;
    }

    private Window window(String client) {
        Window known = windows.get(client);
        return known == null ? new Window(clock.instant(), 0, 0) : current(known);
    }

    private Window current(Window window) {
        Instant now = clock.instant();
        return window.from().plus(WINDOW).isAfter(now) ? window : new Window(now, 0, 0);
    }

    private void put(String client, Window window) {
        windows.put(client, window);
        if (windows.size() > CLIENTS) {
            windows.remove(windows.keySet().iterator().next());
        }
    }
}
