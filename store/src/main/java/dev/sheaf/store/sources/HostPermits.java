package dev.sheaf.store.sources;

/**
 * Permits for requests to hosts, shared by all processes on the store, so that together they send no more simultaneous requests than the
 * host allows. A permit ends when its process ends, even by a crash.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. The caller that gets this object from the store closes it; claims of others
 * stay.
 */
public interface HostPermits extends AutoCloseable {

    /**
     * Returns a claim for a permit at a host, which {@link Claim#take} turns into the permit.
     *
     * @param host in lower case, with the port unless it is the default port
     */
    Claim claim(String host);

    /** A claim for a permit, which becomes the permit. Belongs to one thread at a time. */
    interface Claim extends AutoCloseable {

        /**
         * Takes a permit without waiting. A refused claim that is first in line stays first, so that a harvest that requests page after
         * page does not block others.
         *
         * @param places number of simultaneous permits of the host, at least 1
         * @return false if all permits are taken, or if another claim is first in line; true, with a log message, if permits cannot be
         * shared
         */
        boolean take(int places);

        /** Releases the permit or withdraws the claim. A second call does nothing. */
        @Override
        void close();
    }

    /** Ends the use of these permits. A second call does nothing. */
    @Override
    void close();
}
