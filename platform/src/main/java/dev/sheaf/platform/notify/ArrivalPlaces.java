package dev.sheaf.platform.notify;

import java.util.HashMap;
import java.util.Map;

/** Places for arriving documents, with limits for each source and each client. Thread-safe. */
final class ArrivalPlaces {

    private final int most;
    private final int mostOfSource;
    private final int mostOfClient;
    private final Map<String, Integer> bySource = new HashMap<>();
    private final Map<String, Integer> byClient = new HashMap<>();
    private int taken;

    ArrivalPlaces(int most, int mostOfSource, int mostOfClient) {
        this.most = most;
        this.mostOfSource = mostOfSource;
        this.mostOfClient = mostOfClient;
    }

    /**
     * Takes a place.
     *
     * @return false if there is none; nothing is taken then
     */
    synchronized boolean take(String source, String client) {
        if (taken >= most || bySource.getOrDefault(source, 0) >= mostOfSource
                || byClient.getOrDefault(client, 0) >= mostOfClient) {
            return false;
        }
        taken++;
        bySource.merge(source, 1, Integer::sum);
        byClient.merge(client, 1, Integer::sum);
        return true;
    }

    synchronized void give(String source, String client) {
        taken--;
        bySource.computeIfPresent(source, (_, count) -> count == 1 ? null : count - 1);
        byClient.computeIfPresent(client, (_, count) -> count == 1 ? null : count - 1);
    }
}
