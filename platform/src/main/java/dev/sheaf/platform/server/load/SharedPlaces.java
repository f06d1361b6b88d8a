package dev.sheaf.platform.server.load;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Places for work of strangers, with a limit for each client and for each host or source on which the work depends. A slow host thus keeps
 * few places, whoever names it, and a few clients that keep all their places leave some: the last places are reserved for clients that have
 * none. Work without a place does not wait; for requests that wait see {@link Places}. Thread-safe.
 */
public final class SharedPlaces {

    private static final int MOST_OF_ONE = 2;
    /** Share of the places that is reserved for clients without any. */
    private static final int RESERVED = 4;

    private final int most;
    private final int mostOfClient;
    private final int mostOfHost;
    private final int reserved;
    private final Map<String, Integer> byOwner = new HashMap<>();
    private int taken;

    /**
     * Creates places of which each client and each host gets at most two.
     *
     * @param most number of places
     */
    public SharedPlaces(int most) {
        this(most, MOST_OF_ONE, MOST_OF_ONE);
    }

    /**
     * Creates places.
     *
     * @param most number of places
     * @param mostOfClient places of one client
     * @param mostOfHost places for one host, see {@link #enter}
     */
    public SharedPlaces(int most, int mostOfClient, int mostOfHost) {
        this.most = most;
        this.mostOfClient = Math.max(1, Math.min(mostOfClient, most - 1));
        this.mostOfHost = mostOfHost;
        this.reserved = most < 2 ? 0 : Math.max(1, most / RESERVED);
    }

    /** Place of some work. */
    public interface Place extends AutoCloseable {

        /** Returns the place; called once. */
        @Override
        void close();
    }

    /**
     * Takes a place.
     *
     * @param client network of the client, see {@link dev.sheaf.core.address.IpAddress#client}
     * @param host group of the host that the work waits for, see {@link HostGroup}; or the id of a source
     * @return empty if there is none
     */
    public synchronized Optional<Place> enter(String client, String host) {
        String ofClient = "client " + client;
        String ofHost = "host " + host;
        int own = count(ofClient);
        if (own >= mostOfClient || count(ofHost) >= mostOfHost || taken >= (own == 0 ? most : most - reserved)) {
            return Optional.empty();
        }
        taken++;
        List<String> owners = List.of(ofClient, ofHost);
        owners.forEach(owner -> byOwner.merge(owner, 1, Integer::sum));
        return Optional.of(() -> leave(owners));
    }

    private int count(String owner) {
        return byOwner.getOrDefault(owner, 0);
    }

    private synchronized void leave(List<String> owners) {
        taken--;
        owners.forEach(owner -> byOwner.computeIfPresent(owner, (_, count) -> count == 1 ? null : count - 1));
    }
}
