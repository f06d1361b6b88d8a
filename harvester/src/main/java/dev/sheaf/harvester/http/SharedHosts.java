package dev.sheaf.harvester.http;

import java.util.List;
import java.util.Optional;

/**
 * State of hosts that processes share when they work together: their turns, and the back-offs that a host asked for or caused. An
 * {@link HttpFetcher} in a single process needs none. Methods never fail: state that cannot be shared holds for one process only. Safe for
 * many threads.
 */
public interface SharedHosts {

    /** Hosts that are not shared. */
    SharedHosts NONE = new SharedHosts() {
        @Override
        public Claim claim(String host) {
            return Claim.FREE;
        }

        @Override
        public void pause() {
            // Nobody is waited for.
        }

        @Override
        public List<StoredBackOff> rests(String host) {
            return List.of();
        }

        @Override
        public boolean keep(String host, StoredBackOff rest) {
            return false;
        }

        @Override
        public void isWell(String host, String who) {
            // Nothing was kept.
        }
    };

    /** Somebody's wish for a turn, then the turn itself. Belongs to one thread at a time, and ends with its process however that dies. */
    interface Claim extends AutoCloseable {

        /** Granted at once. */
        Claim FREE = new Claim() {
            @Override
            public boolean take(int places) {
                return true;
            }

            @Override
            public void close() {
                // Nothing is held.
            }
        };

        /**
         * Takes one of the places of the host without waiting. A claim that was refused and asks again comes before those that have not
         * asked yet.
         *
         * @param places that there are, at least 1
         * @return false when other processes have them all
         */
        boolean take(int places);

        /** Gives the place back, or the wish up. A second call does nothing. */
        @Override
        void close();
    }

    /** Wishes for a turn at a host, named as by {@link HostPace#host}. */
    Claim claim(String host);

    /** Waits a moment, {@value #MOMENT} ms, until a claim that was refused is worth another attempt. */
    void pause() throws InterruptedException;

    /** Length of a {@link #pause}, in milliseconds: what a page may lose when two processes want the same host. */
    int MOMENT = 20;

    /** Returns the stored back-offs of a host, with those that are over as long as no request has succeeded since. */
    List<StoredBackOff> rests(String host);

    /**
     * Stores a back-off, in place of one of its kind.
     *
     * @return false when it could not be kept
     */
    boolean keep(String host, StoredBackOff rest);

    /**
     * Returns whether a host was in a private network when it was first requested as the home of a source.
     *
     * @return true for a private network; empty when nobody has asked it
     */
    default Optional<Boolean> isPrivate(String host) {
        return Optional.empty();
    }

    /** Keeps where a host was when it was first asked. */
    default void learnNetwork(String host, boolean isPrivate) {
        // Nothing is shared.
    }

    /** Notes that a request has succeeded: requests to the host are no longer paused, and it does not refuse this identity. */
    void isWell(String host, String who);
}
