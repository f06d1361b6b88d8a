package dev.sheaf.search;

import java.util.List;

/**
 * The answer to a {@link SearchQuery}.
 *
 * @param total number of all results; exact
 * @param hits the part asked for
 * @param facets one entry for each facet asked for, in the order of {@link Facet}
 */
public record SearchResult(long total, List<SearchHit> hits, List<FacetCounts> facets) {

    /** Nothing found. */
    public static final SearchResult EMPTY = new SearchResult(0, List.of(), List.of());

    /** Copies the lists. */
    public SearchResult {
        hits = List.copyOf(hits);
        facets = List.copyOf(facets);
    }
}
