package dev.sheaf.store.aggregates;

import java.util.Collection;
import java.util.List;

/**
 * Results of the queries of aggregates. The evaluator of the queries follows the store's change sequence and reports its results here;
 * records then enter and leave the aggregates.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}.
 */
public interface QueryMatches {

    /**
     * An aggregate with a query.
     *
     * @param id of the aggregate
     * @param query what its records match
     * @param seq the change up to which the query has looked
     */
    record Asked(String id, String query, long seq) {}

    /**
     * Result of a query for an item.
     *
     * @param matches true when its present version matches; of a deleted one nothing needs to be said
     */
    record Match(String source, String identifier, boolean matches) {}

    /** Returns the aggregates with a query. */
    List<Asked> asked();

    /**
     * Notes the result of a query and moves the records; does nothing when the aggregate has another query now, or another process has
     * looked there.
     *
     * @param matches each item once
     * @param seq the change up to which it has looked now
     */
    void note(Asked asked, Collection<Match> matches, long seq);
}
