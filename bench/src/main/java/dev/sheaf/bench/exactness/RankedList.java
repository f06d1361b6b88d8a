package dev.sheaf.bench.exactness;

import java.util.List;
import java.util.Set;

import dev.sheaf.search.SearchResult;

/**
 * Results of one query in their order.
 *
 * @param total number of all results
 * @param places the first of them
 */
public record RankedList(long total, List<Ranked> places) {

    /**
     * A result. Scores are compared by all their bits.
     *
     * @param bits of the score
     */
    public record Ranked(String source, String identifier, int bits) {

        @Override
        public String toString() {
            return source + ' ' + identifier + ' ' + Float.intBitsToFloat(bits) + " (" + Integer.toHexString(bits) + ')';
        }
    }

    /** Returns the results of a search. */
    public static RankedList of(SearchResult result) {
        return new RankedList(result.total(), result.hits().stream()
                .map(hit -> new Ranked(hit.source(), hit.identifier(), Float.floatToRawIntBits(hit.score()))).toList());
    }

    /** Returns the first difference from another list, for people; empty when there is none. */
    public String difference(RankedList expected) {
        if (equals(expected)) {
            return "";
        }
        if (total != expected.total) {
            return total + " results instead of " + expected.total;
        }
        for (int i = 0; i < Math.min(places.size(), expected.places.size()); i++) {
            if (!places.get(i).equals(expected.places.get(i))) {
                return "place " + (i + 1) + " is " + places.get(i) + " instead of " + expected.places.get(i);
            }
        }
        return places.size() + " places instead of " + expected.places.size();
    }

    /** Returns the average precision of the list (non-interpolated). */
    public double averagePrecision(Set<String> relevant) {
        double sum = 0;
        int found = 0;
        for (int i = 0; i < places.size(); i++) {
            if (relevant.contains(places.get(i).identifier())) {
                sum += ++found / (i + 1.0);
            }
        }
        return sum / relevant.size();
    }
}
