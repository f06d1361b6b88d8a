package dev.sheaf.harvester.http;

import java.util.List;
import java.util.Optional;

/**
 * State of hosts that cooperating processes share: their turns, and the back-offs of hosts. An {@link HttpFetcher} in a single process
 * needs none. The methods as they stand here share nothing; an implementation overrides those whose state it shares. Methods never fail: state
 * that cannot be shared applies to one process only. Safe for many threads.
 */
public interface SharedHosts {

    /** Hosts that are not shared. */
    SharedHosts NONE = new SharedHosts() {
    };

    /** A claim for a turn, which becomes the turn. Belongs to one thread at a time, and ends with its process, however that dies. */
    interface Claim extends AutoCloseable {

        /** A claim that is granted at once. */
        Claim FREE = new Claim() {
            @Override
            public boolean take(int places) {
                return true;
            }

            @Override
            public void close() {
                // Nothing to release.
            }
        };

        /**
         * Takes one of the places of the host without waiting. A claim that was refused before precedes new claims.
         *
         * @param places number of places, at least 1
         * @return false if other processes have them all
         */
        boolean take(int places);

        /** Releases the place, or withdraws the claim. A second call does nothing. */
        @Override
        void close();
    }

    /** Returns a claim for a turn at a host, named as by {@link HostPace#host}. */
    default Claim claim(String host) {
        return Claim.FREE;
    }

    /** Waits for {@value #MOMENT} ms, after which a refused claim may try again. */
    default void pause() throws InterruptedException {
        // There is no process to wait for.
    }

    /** Length of a {@link #pause} in milliseconds: the time that a page may lose if two processes want the same host. */
    int MOMENT = 20;

    /** Returns the stored back-offs of a host, including those that are over, until a request has succeeded. */
    default List<StoredBackOff> rests(String host) {
        return List.of();
    }

    /**
     * Stores a back-off in place of one of its kind.
     *
     * @return false if it could not be stored
     */
    default boolean keep(String host, StoredBackOff rest) {
        return false;
    }

    /**
     * Returns whether a host was in a private network when it was first requested as the home of a source.
     *
     * @return true for a private network; empty if it was never requested
     */
    default Optional<Boolean> isPrivate(String host) {
        return Optional.empty();
    }

    /** Stores the kind of network in which a host was when it was first requested. */
    default void learnNetwork(String host, boolean isPrivate) {
        // Nothing is shared.
    }

    /** Notes that requests to a base URL of a host are no longer paused. */
    default void baseIsWell(String host, String base) {
        // Nothing is stored.
    }

    /** Notes a successful request: the host is no longer paused, and does not refuse this identity. */
    default void isWell(String host, String who) {
        // Nothing is stored.
    }
}
