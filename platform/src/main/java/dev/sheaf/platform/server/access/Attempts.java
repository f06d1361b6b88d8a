package dev.sheaf.platform.server.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts passwords that are tried, by client, so that nobody can try many. An attempt counts from its beginning: those made at the same
 * time do not slip through together. Bounded; thread-safe.
 */
final class Attempts {

    /** Passwords of one client that are computed in a window. */
    static final int MOST = 10;
    /**
     * Passwords of one client that are compared, at hardly any cost, with the one that was right before: users who know it are let in while
     * others at the same address are refused.
     */
    static final int MOST_COMPARED = 200;
    /** Wrong passwords of all clients in a window; from then on each one waits for {@link #DELAY} before it is computed. */
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

    /** Counts a comparison; false when the client has made too many. */
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
     * @return how long the client has to wait instead; zero when the attempt may go on
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

    /** Takes back an attempt that was counted and not made. */
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

    /** How long the next attempt, of whatever client, has to wait before it is computed. */
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
