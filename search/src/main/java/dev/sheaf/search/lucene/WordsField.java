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

    /** Begins the terms that are stems. */
    private static final byte STEM = (byte) Stems.MARK;
    private static final int USUAL = 64;
    /** Larger arrays are given back, for few documents need them. */
    private static final int MOST_KEPT = 1 << 16;

    private final boolean stemmed;
    private final Terms stream = new Terms();

    private BytesRef[] terms = new BytesRef[USUAL];
    private int[] increments = new int[USUAL];
    private int count;
    /** Distance of the next text from the last term. */
    private int gap;

    WordsField(String name) {
        super(name, "", TextField.TYPE_NOT_STORED);
        stemmed = IndexFields.STEMMED.contains(name);
    }

    /** Begins the next document. */
    void clear() {
        if (terms.length > MOST_KEPT) {
            terms = new BytesRef[USUAL];
            increments = new int[USUAL];
        }
        count = 0;
        gap = 0;
    }

    /** Adds a text; returns the number of its terms. */
    int add(TextWords text) {
        int before = count;
        int most = before + text.count();
        if (most > terms.length) {
            int size = Math.max(most, 2 * terms.length);
            terms = Arrays.copyOf(terms, size);
            increments = Arrays.copyOf(increments, size);
        }
        int distance = gap;
        for (int i = 0; i < text.count(); i++) {
            BytesRef term = text.term(i);
            if (stemmed || term.length == 0 || term.bytes[term.offset] != STEM) {
                terms[count] = term;
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
        private int next;

        @Override
        public boolean incrementToken() {
            if (next == count) {
                return false;
            }
            term.setBytesRef(terms[next]);
            increment.setPositionIncrement(increments[next++]);
            return true;
        }

        @Override
        public void reset() {
            next = 0;
        }
    }
}
