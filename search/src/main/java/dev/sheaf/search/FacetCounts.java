package dev.sheaf.search;

import java.util.List;

/**
 * How the results spread over the values of a facet.
 *
 * @param facet which
 * @param values the most frequent ones, most frequent first
 * @param distinct number of values among the results, shown or not
 */
public record FacetCounts(Facet facet, List<Value> values, int distinct) {

    /**
     * One value.
     *
     * @param value as in the records
     * @param count results that have it; exact
     */
    public record Value(String value, long count) {}

    /** Copies the values. */
    public FacetCounts {
        values = List.copyOf(values);
    }

    /** A facet that no result has. */
    public static FacetCounts none(Facet facet) {
        return new FacetCounts(facet, List.of(), 0);
    }
}
