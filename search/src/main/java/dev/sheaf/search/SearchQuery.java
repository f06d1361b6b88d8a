package dev.sheaf.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Query of a {@link SearchIndex}.
 *
 * @param text as a person typed it, see {@link SearchIndex#search}; blank for all records
 * @param filters all must hold
 * @param model how relevance is computed, with its parameters
 * @param order of the results
 * @param offset results to skip; offset and limit together reach {@link #MAX_DEPTH} at most
 * @param limit results wanted; may be 0
 * @param facets facets to count, each with the number of values wanted
 * @param without ids of sources whose records are neither found nor counted
 * @param apart null for all copies of all records; else only the copies that the aggregate of everything shows, and all records of these sources
 * @param scope where words are looked for
 * @param expression further condition, which must hold beside the text; null for none
 */
public record SearchQuery(String text, List<Filter> filters, Ranking model, SortOrder order, int offset, int limit,
        Map<Facet, Integer> facets, Set<String> without, @Nullable Set<String> apart, SearchScope scope,
        @Nullable SearchExpression expression) {

    /** No result behind this one can be asked for: nobody reads so far, and each costs memory. */
    public static final int MAX_DEPTH = 10_000;

    /**
     * Copies the collections.
     *
     * @throws IllegalArgumentException when offset or limit is negative or they reach too far, or when the expression is too large
     */
    public SearchQuery {
        if (offset < 0 || limit < 0 || (long) offset + limit > MAX_DEPTH) {
            throw new IllegalArgumentException("results " + offset + " to " + ((long) offset + limit)
                    + " were asked for; only the first " + MAX_DEPTH + " can be");
        }
        if (expression != null) {
            expression.check();
        }
        filters = List.copyOf(filters);
        facets = Map.copyOf(facets);
        without = Set.copyOf(without);
        apart = apart == null ? null : Set.copyOf(apart);
    }

    /** Of the records of all sources. */
    public SearchQuery(String text, List<Filter> filters, Ranking model, SortOrder order, int offset, int limit,
            Map<Facet, Integer> facets) {
        this(text, filters, model, order, offset, limit, facets, Set.of(), null, SearchScope.BOTH, null);
    }

    /** The first ten results, best first, without facets. */
    public static SearchQuery of(String text) {
        return new SearchQuery(text, List.of(), Ranking.BM25, SortOrder.RELEVANCE, 0, 10, Map.of());
    }

    /** The same, narrowed. */
    public SearchQuery with(Filter filter) {
        List<Filter> more = new ArrayList<>(filters);
        more.add(filter);
        return new SearchQuery(text, more, model, order, offset, limit, facets, without, apart, scope, expression);
    }

    /** The same in other words: filters and sources that are left out stay. */
    public SearchQuery asking(String words) {
        return new SearchQuery(words, filters, model, order, offset, limit, facets, without, apart, scope, expression);
    }

    /** The same with another model and its usual parameters. */
    public SearchQuery with(RankingModel model) {
        return with(Ranking.of(model));
    }

    /** The same with another model. */
    public SearchQuery with(Ranking model) {
        return new SearchQuery(text, filters, model, order, offset, limit, facets, without, apart, scope, expression);
    }

    /** The same, with its words looked for elsewhere. */
    public SearchQuery in(SearchScope scope) {
        return new SearchQuery(text, filters, model, order, offset, limit, facets, without, apart, scope, expression);
    }

    /** The same in another order. */
    public SearchQuery with(SortOrder order) {
        return new SearchQuery(text, filters, model, order, offset, limit, facets, without, apart, scope, expression);
    }

    /** The same without the records of some sources. */
    public SearchQuery without(Set<String> sources) {
        return new SearchQuery(text, filters, model, order, offset, limit, facets, sources, apart, scope, expression);
    }

    /** Returns the same query for another part of its results. */
    public SearchQuery page(int offset, int limit) {
        return new SearchQuery(text, filters, model, order, offset, limit, facets, without, apart, scope, expression);
    }

    /** The same with facets counted. */
    public SearchQuery counting(Map<Facet, Integer> facets) {
        return new SearchQuery(text, filters, model, order, offset, limit, facets, without, apart, scope, expression);
    }

    /**
     * The same without the copies of records that the aggregate of everything does not show because it shows another source's.
     *
     * @param apart ids of sources that do not take part in that aggregate: all of their records are found
     */
    public SearchQuery oneCopyEach(Set<String> apart) {
        return new SearchQuery(text, filters, model, order, offset, limit, facets, without, apart, scope, expression);
    }

    /** The same with a further condition, in place of the former one. */
    public SearchQuery and(SearchExpression condition) {
        return new SearchQuery(text, filters, model, order, offset, limit, facets, without, apart, scope, condition);
    }
}
