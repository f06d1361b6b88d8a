package dev.sheaf.store.sources;

import java.time.Instant;
import java.util.List;

import dev.sheaf.core.Limit;

/**
 * Faults of sources' responses with the times at which they were met: those that harvests noted, and those of the live proxy, which are
 * kept here.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown source. Times are kept to the second,
 * tallies by day (UTC).
 */
public interface NotedFaults {

    /** Faults of the proxy kept for a source; further ones are counted only, so that a broken source cannot fill the disk. */
    int MOST = Limit.PROXY_FAULTS.count();

    /**
     * Keeps the faults that the proxy met in a source. Does nothing when the source has been removed meanwhile.
     *
     * @param at when
     * @param tally added to that of the day
     * @param faults each with its latest example; those beyond {@link #MOST} different ones are not kept
     */
    void save(String source, Instant at, ProxiedTally tally, List<ProxiedFault> faults);

    /** Returns the tally of the proxy for a source, from the day (UTC) of an instant on. */
    ProxiedTally proxied(String source, Instant since);

    /**
     * Numbers of faults of a source that the proxy has met; each kind of fault of a record counts once, however often it occurred.
     *
     * @param repaired that it put right
     * @param dropped that it had to leave out
     */
    record ProxyCount(long repaired, long dropped) {}

    /** Returns the numbers for a source; zero for an unknown one. */
    ProxyCount proxied(String source);

    /**
     * Returns the faults that the proxy repaired or left out in a source. Left-out ones come first; in each group the latest come first.
     */
    List<NotedFault> ofProxy(String source, int limit);

    /** Returns the repairs that harvests of a source made in its present records, those of the latest run first. */
    List<NotedFault> ofHarvests(String source, int limit);

    /**
     * Returns the faults of a source: records that never arrived come first, then faults by the time at which they were met last, latest
     * first.
     *
     * @param limit of each sort
     */
    List<NotedFault> of(String source, int limit);
}
