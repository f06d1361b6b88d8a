package dev.sheaf.store.sources;

import java.util.Optional;

import dev.sheaf.core.store.StoreException;

/**
 * Leases of sources, see {@link SourceLease}. There can be a lease for an id without a source.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}, except that a lease does not outlive its process.
 */
public interface SourceLeases {

    /**
     * Takes the lease of a source without waiting.
     *
     * @param source its id
     * @return empty when another process, or another thread of this one, holds it
     * @throws StoreException if leases cannot be taken, for instance because the data directory is read-only
     * @throws IllegalArgumentException when the id is not legal
     */
    Optional<SourceLease> tryTake(String source);

    /**
     * Returns true while a run of any process holds the lease of a source. The answer may be outdated as soon as it is given.
     *
     * @throws StoreException when leases cannot be read
     */
    boolean isHeld(String source);
}
