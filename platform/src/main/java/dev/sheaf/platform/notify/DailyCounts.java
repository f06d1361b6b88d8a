package dev.sheaf.platform.notify;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers of events of clients within the present day of 24 hours. Only the clients seen last are remembered. Thread-safe.
 */
final class DailyCounts {

    private static final Duration DAY = Duration.ofDays(1);

    private final Map<String, Count> byClient;

    /** A number since a time. */
    private record Count(int number, Instant since) {}

    /** @param most clients that are remembered */
    DailyCounts(int most) {
        byClient = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Count> eldest) {
                return size() > most;
            }
        };
    }

    /** Returns the number of a client. */
    synchronized int count(String client, Instant now) {
        Count count = byClient.get(client);
        return count == null || count.since().plus(DAY).isBefore(now) ? 0 : count.number();
    }

    /** Counts an event. */
    synchronized void add(String client, Instant now) {
        int number = count(client, now);
        Count known = byClient.get(client);
        byClient.put(client, new Count(number + 1, number == 0 || known == null ? now : known.since()));
    }
}
