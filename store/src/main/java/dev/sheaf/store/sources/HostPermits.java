package dev.sheaf.store.sources;

/**
 * Permits for requests to hosts, shared by all processes on the store, so that together they ask a host no more often at the same time than it
 * allows. A permit ends with its process, however the process ends.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Whoever has asked the store for permits closes them; claims of other users stay.
 */
public interface HostPermits extends AutoCloseable {

    /**
     * Returns a claim for a permit at a host, which {@link Claim#take} may turn into the permit.
     *
     * @param host in lower case, with the port where it is not the usual one
     */
    Claim claim(String host);

    /** A claim for a permit, then the permit. Belongs to one thread at a time. */
    interface Claim extends AutoCloseable {

        /**
         * Takes a permit without waiting. A refused claim that is the first in line stays the first, so that a harvest that requests page
         * after page does not keep others out.
         *
         * @param places permits that the host allows at the same time, at least 1
         * @return false when others have them all, or another claim is the first in line; true also where permits cannot be shared, which is
         *     logged
         */
        boolean take(int places);

        /** Gives the permit back, or gives up the claim. A second call does nothing. */
        @Override
        void close();
    }

    /** Ends the use of these permits. A second call does nothing. */
    @Override
    void close();
}
