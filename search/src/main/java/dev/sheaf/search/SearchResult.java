package dev.sheaf.search;

import java.util.List;

/**
 * The answer to a {@link SearchQuery}.
 *
 * @param total number of all results; exact
 * @param hits the part asked for
 * @param facets one entry for each facet asked for, in the order of {@link Facet}
 * @param unplaced documents that are not among the results, though their full texts have all words of the query's phrases: the positions of
 *         those words are unknown; 0 when the query has no phrase
 * @param ignored words and phrases of the text that were ignored because the query is too long
 * @param remarks parts of the query that name nothing, or that were read otherwise than typed
 */
public record SearchResult(long total, List<SearchHit> hits, List<FacetCounts> facets, long unplaced, int ignored,
        List<QueryRemark> remarks) {

    /** Nothing found. */
    public static final SearchResult EMPTY = new SearchResult(0, List.of(), List.of(), 0, 0, List.of());

    /** Copies the lists. */
    public SearchResult {
        hits = List.copyOf(hits);
        facets = List.copyOf(facets);
        remarks = List.copyOf(remarks);
    }
}
