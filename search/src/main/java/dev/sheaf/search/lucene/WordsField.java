package dev.sheaf.search.lucene;

import java.util.Arrays;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.util.BytesRef;

import dev.sheaf.search.IndexFields;

/**
 * All texts that a document has in one field, split into words: one stream of terms, with the same positions as texts one after the other. Used
 * again for the next document; belongs to one thread.
 */
final class WordsField extends Field {

    private static final int USUAL = 64;
    /** Larger arrays are given back, for few documents need them. */
    private static final int MOST_KEPT = 1 << 16;

    private final boolean stemmed;
    private final TextWords words;
    private final Terms stream = new Terms();

    /** Places of the terms. */
    private int[] terms = new int[USUAL];
    private int[] increments = new int[USUAL];
    private int count;
    /** Distance of the next text from the last term. */
    private int gap;

    /** @param words has the terms */
    WordsField(String name, TextWords words) {
        super(name, "", TextField.TYPE_NOT_STORED);
        this.words = words;
        stemmed = IndexFields.STEMMED.contains(name);
    }

    /** Begins the next document. */
    void clear() {
        if (terms.length > MOST_KEPT) {
            terms = new int[USUAL];
            increments = new int[USUAL];
        }
        count = 0;
        gap = 0;
    }

    /** Adds the text that was read last; returns the number of its terms. */
    int add() {
        TextWords text = words;
        int before = count;
        int most = before + text.count();
        if (most > terms.length) {
            int size = Math.max(most, 2 * terms.length);
            terms = Arrays.copyOf(terms, size);
            increments = Arrays.copyOf(increments, size);
        }
        int distance = gap;
        for (int i = 0; i < text.count(); i++) {
            if (stemmed || !text.isStem(i)) {
                terms[count] = text.place(i);
                increments[count++] = distance + text.increment(i);
                distance = 0;
            }
        }
        gap = distance + text.trailing() + SheafAnalyzer.GAP_BETWEEN_VALUES;
        return count - before;
    }

    @Override
    public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
        return stream;
    }

    private final class Terms extends TokenStream {

        private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
        private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
        private final BytesRef bytes = new BytesRef();
        private int next;

        @Override
        public boolean incrementToken() {
            if (next == count) {
                return false;
            }
            words.term(terms[next], bytes);
            term.setBytesRef(bytes);
            increment.setPositionIncrement(increments[next++]);
            return true;
        }

        @Override
        public void reset() {
            next = 0;
        }
    }
}
