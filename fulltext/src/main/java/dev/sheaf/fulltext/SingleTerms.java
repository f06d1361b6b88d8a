package dev.sheaf.fulltext;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * A stream of terms that are no text: filters make of each what they make of it in a text. A filter that removes one adds its position to the
 * next, so that the position identifies the term that came out. Not thread-safe.
 */
final class SingleTerms extends TokenStream {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final List<String> terms;
    private int next;

    SingleTerms(Iterable<String> terms) {
        List<String> list = new ArrayList<>();
        terms.forEach(list::add);
        this.terms = list;
    }

    /** Takes a term that came out of the filters. */
    @FunctionalInterface
    interface Taking {
        /** @param place of the term that went in, from 0 */
        void take(int place, String term);
    }

    @Override
    public boolean incrementToken() {
        if (next == terms.size()) {
            return false;
        }
        clearAttributes();
        term.append(terms.get(next++));
        return true;
    }

    @Override
    public void reset() {
        next = 0;
    }

    /**
     * Reads the terms through filters.
     *
     * @param filters that read this stream, or this stream itself
     */
    void read(TokenStream filters, Taking taking) {
        try (filters) {
            CharTermAttribute out = filters.addAttribute(CharTermAttribute.class);
            PositionIncrementAttribute increment = filters.addAttribute(PositionIncrementAttribute.class);
            filters.reset();
            int place = -1;
            while (filters.incrementToken()) {
                place += increment.getPositionIncrement();
                if (!out.isEmpty()) {
                    taking.take(place, out.toString());
                }
            }
            filters.end();
        } catch (IOException failure) {
            throw new UncheckedIOException("terms in memory could not be read", failure);
        }
    }
}
