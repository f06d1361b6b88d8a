package dev.sheaf.platform.search;

import java.util.Optional;

/**
 * Questions to an index. The interface behind which another search engine can take over when one machine is outgrown.
 *
 * <p>Thread-safe. An answer shows the index as it was at one moment, a little behind the store.
 */
public interface SearchIndex {

    /**
     * Finds records. No text that a person can type makes it fail.
     *
     * @throws SearchException when the index cannot be read
     */
    SearchResult search(SearchQuery query);

    /**
     * Returns another spelling of a query that finds few records or none; empty when no other spelling finds more.
     *
     * @param total number of results of the query itself
     * @throws SearchException when the index cannot be read
     */
    Optional<Suggestion> suggestion(SearchQuery query, long total);

    /** The last change of the store that answers know of; 0 when the index is empty. */
    long seq();
}
