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
     * @param query the query that its records match
     * @param seq sequence number of the last change that was evaluated
     */
    record Asked(String id, String query, long seq) {}

    /**
     * Result of a query for an item.
     *
     * @param matches true if its present version matches; deleted versions need no result
     */
    record Match(String source, String identifier, boolean matches) {}

    /** Returns the aggregates with a query. */
    List<Asked> asked();

    /**
     * Notes the result of a query and moves the records; does nothing if the aggregate has another query now, or if another process has
     * evaluated these changes.
     *
     * @param asked the aggregate as it was returned
     * @param matches results, each item at most once
     * @param seq sequence number of the last change that was evaluated
     */
    void note(Asked asked, Collection<Match> matches, long seq);
}
