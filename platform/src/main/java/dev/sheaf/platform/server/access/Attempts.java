package dev.sheaf.platform.server.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts wrong passwords by client, so that nobody can try many. Bounded; thread-safe. */
final class Attempts {

    /** Wrong ones in a window. */
    static final int MOST = 10;
    static final Duration WINDOW = Duration.ofMinutes(10);
    private static final int CLIENTS = 10_000;

    private final InstantSource clock;
    private final Map<String, Window> windows = new LinkedHashMap<>(16, 0.75f, true);

    private record Window(Instant from, int wrong) {}

    Attempts(InstantSource clock) {
        this.clock = clock;
    }

    /** How long a client has to wait before it may try again; zero when it need not. */
    synchronized Duration wait(String client) {
        Window window = windows.get(client);
        if (window == null || window.wrong() < MOST) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(clock.instant(), window.from().plus(WINDOW));
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** A client gave a wrong one. */
    synchronized void wrong(String client) {
        Instant now = clock.instant();
        Window window = windows.get(client);
        windows.put(client, window == null || window.from().plus(WINDOW).isBefore(now)
                ? new Window(now, 1)
                : new Window(window.from(), window.wrong() + 1));
        if (windows.size() > CLIENTS) {
            windows.remove(windows.keySet().iterator().next());
        }
    }

    /** A client gave the right one. */
    synchronized void right(String client) {
        windows.remove(client);
    }
}
