package dev.sheaf.platform.explorer;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Pages of the explorer under way: a limited number in all, and a smaller one for each client and each explored host. A slow repository thus
 * keeps few places, whoever asks it. Thread-safe.
 */
final class OpenRequests {

    private static final int MOST_OF_ONE = 2;

    private final int most;
    private final Map<String, Integer> byOwner = new HashMap<>();
    private int open;

    /** @param most number of pages at the same time */
    OpenRequests(int most) {
        this.most = most;
    }

    /** Place of a page. */
    interface Place extends AutoCloseable {

        /** Returns the place. */
        @Override
        void close();
    }

    /**
     * Takes a place.
     *
     * @param client address of the client
     * @param host explored host
     * @return empty if there is none
     */
    synchronized Optional<Place> enter(String client, String host) {
        String ofClient = "client " + client;
        String ofHost = "host " + host;
        if (open >= most || isFull(ofClient) || isFull(ofHost)) {
            return Optional.empty();
        }
        open++;
        byOwner.merge(ofClient, 1, Integer::sum);
        byOwner.merge(ofHost, 1, Integer::sum);
        return Optional.of(() -> leave(ofClient, ofHost));
    }

    private boolean isFull(String owner) {
        return byOwner.getOrDefault(owner, 0) >= MOST_OF_ONE;
    }

    private synchronized void leave(String ofClient, String ofHost) {
        open--;
        leave(ofClient);
        leave(ofHost);
    }

    private void leave(String owner) {
        int left = byOwner.getOrDefault(owner, 1) - 1;
        if (left == 0) {
            byOwner.remove(owner);
        } else {
            byOwner.put(owner, left);
        }
    }
}
