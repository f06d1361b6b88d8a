package dev.sheaf.platform.search;

import dev.sheaf.fulltext.TermVector;
import dev.sheaf.search.FullTextTerms;

/**
 * Terms of a vector in the form for the index. Immutable and thread-safe.
 *
 * @param vector vector, as far as possible in the form of the hub's own index policy
 * @param form name of the form that it has
 */
record VectorTerms(TermVector vector, String form) implements FullTextTerms {

    @Override
    public int size() {
        return vector.size();
    }

    @Override
    public String term(int index) {
        return vector.term(index);
    }

    @Override
    public int frequency(int index) {
        return vector.frequency(index);
    }

    @Override
    public int[] positions(int index) {
        return vector.positions(index);
    }

    @Override
    public long length() {
        return vector.length();
    }

    @Override
    public boolean hasFrequencies() {
        return vector.hasFrequencies();
    }

    @Override
    public boolean hasPositions() {
        return vector.hasPositions();
    }
}
