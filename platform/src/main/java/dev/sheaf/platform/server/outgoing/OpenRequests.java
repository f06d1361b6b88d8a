package dev.sheaf.platform.server.outgoing;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Requests of strangers under way for which the hub asks other servers: a limited number in all, and a smaller one for each client and each
 * asked host. A slow server thus keeps few places, whoever asks it. Thread-safe.
 */
public final class OpenRequests {

    private static final int MOST_OF_ONE = 2;

    private final int most;
    private final Map<String, Integer> byOwner = new HashMap<>();
    private int open;

    /**
     * Creates places.
     *
     * @param most number of requests at the same time
     */
    public OpenRequests(int most) {
        this.most = most;
    }

    /** Place of a request. */
    public interface Place extends AutoCloseable {

        /** Returns the place. */
        @Override
        void close();
    }

    /**
     * Takes a place.
     *
     * @param client address of the client
     * @param host asked host
     * @return empty if there is none
     */
    public synchronized Optional<Place> enter(String client, String host) {
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
