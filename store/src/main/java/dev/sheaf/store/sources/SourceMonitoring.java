package dev.sheaf.store.sources;

import dev.sheaf.core.store.StoreException;

/**
 * Monitoring settings of sources: validation, census, limits of deletions and size, history.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}.
 */
public interface SourceMonitoring {

    /** Returns the monitoring settings of a source; the defaults for an unknown one. */
    SourceCare of(String source);

    /**
     * Changes the monitoring settings of a source. If {@code listed} changes, its records leave or enter the aggregate of everything with
     * the next {@link dev.sheaf.store.aggregates.AggregateMembership#finish}.
     *
     * @throws StoreException when there is no such source
     */
    void put(String source, SourceCare care);
}
