package dev.sheaf.store.crawls;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * States and corrected descriptions of the resources of crawled sources. They go when the source is removed, and neither when a run is undone nor
 * when the files of a resource have gone: a file may come back.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown source; methods that change throw a
 * {@link dev.sheaf.core.store.StoreException}. A crawl writes through {@link #found} only, so that it never undoes a decision that was made while
 * it ran.
 */
public interface Deposits {

    /** Deposits in one call at most. */
    int MAX_BATCH = 1_000;

    /**
     * Number of deposits.
     *
     * @param submitted those that wait for approval
     * @param approved those that are to be published
     */
    record Tally(long submitted, long approved) {}

    /** Returns a deposit; empty when there is none of this name. */
    Optional<Deposit> find(String source, String resource);

    /**
     * Returns the next deposits in the order of their names, by the bytes of UTF-8.
     *
     * @param state those in this state only; null for all
     * @param after name of the last deposit that is known; null to begin
     * @param limit deposits wanted at most
     */
    List<Deposit> page(String source, Deposit.@Nullable State state, @Nullable String after, int limit);

    /** Returns the numbers of a source's deposits; zero for an unknown one. */
    Tally tally(String source);

    /**
     * Keeps what a crawl has extracted. Resources that are not known become deposits; of others only the extracted description changes.
     *
     * @param extracted by name of the resource; an empty description for a resource that states nothing
     * @param state of new deposits
     * @param at time of the crawl
     * @throws IllegalArgumentException when there are more than {@link #MAX_BATCH}
     */
    void found(String source, Map<String, Map<String, List<String>>> extracted, Deposit.State state, Instant at);

    /**
     * Makes resources known whose descriptions no crawl has extracted yet. Known ones stay as they are.
     *
     * @throws IllegalArgumentException when there are more than {@link #MAX_BATCH}
     */
    void add(String source, List<String> resources, Deposit.State state, Instant at);

    /**
     * Changes state and correction of a deposit.
     *
     * @return false when there is no deposit of this name
     */
    boolean change(String source, String resource, Deposit.State state, Map<String, List<String>> correction, Instant at);

    /** Forgets a deposit with its correction; does nothing when there is none. */
    void forget(String source, String resource);
}
