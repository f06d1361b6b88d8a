package dev.sheaf.store.sources;

import java.time.Instant;
import java.util.List;

import dev.sheaf.core.Limit;

/**
 * Faults of sources' responses with the times at which they were found: by harvests, and by the live proxy.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown source. Times are kept to the second,
 * tallies by day (UTC).
 */
public interface NotedFaults {

    /** Largest number of stored proxy faults of a source. Further faults are only counted, so that a broken source cannot fill the disk. */
    int MOST = Limit.PROXY_FAULTS.count();

    /**
     * Stores the faults that the proxy found in a source. Does nothing if the source has been removed meanwhile.
     *
     * @param at time of the responses
     * @param tally added to the tally of the day
     * @param faults each with its latest example; only {@link #MOST} different ones are stored
     */
    void save(String source, Instant at, ProxiedTally tally, List<ProxiedFault> faults);

    /** Returns the tally of the proxy for a source, from the day (UTC) of an instant on. */
    ProxiedTally proxied(String source, Instant since);

    /**
     * Numbers of faults of a source that the proxy found. Each kind of fault of a record counts once, however often it occurred.
     *
     * @param repaired faults that it repaired
     * @param dropped faults because of which it left something out
     */
    record ProxyCount(long repaired, long dropped) {}

    /** Returns the numbers for a source; zero for an unknown one. */
    ProxyCount proxied(String source);

    /** Returns the faults that the proxy found in a source. Faults that it could not repair come first; in each group the latest come first. */
    List<NotedFault> ofProxy(String source, int limit);

    /** Returns the repairs that harvests of a source made in its present records; repairs of the latest run come first. */
    List<NotedFault> ofHarvests(String source, int limit);

    /**
     * Returns the faults of a source: first records that never arrived, then other faults, latest first.
     *
     * @param limit largest number of each of these two groups
     */
    List<NotedFault> of(String source, int limit);
}
