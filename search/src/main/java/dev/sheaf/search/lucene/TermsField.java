package dev.sheaf.search.lucene;

import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;

/** Terms and how often each occurs, in the order of the terms. */
final class TermsField extends Field {

    private final Map<String, Integer> frequencies;

    TermsField(String name, Map<String, Integer> frequencies) {
        super(name, "", TextField.TYPE_NOT_STORED);
        this.frequencies = new TreeMap<>(frequencies);
    }

    /** Returns the number of occurrences of all terms. */
    long occurrences() {
        return frequencies.values().stream().mapToLong(Integer::longValue).sum();
    }

    @Override
    public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
        return new Occurrences(frequencies);
    }

    private static final class Occurrences extends TokenStream {

        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
        private final Map<String, Integer> frequencies;
        private Iterator<Map.Entry<String, Integer>> entries;
        private String text = "";
        private int left;

        Occurrences(Map<String, Integer> frequencies) {
            this.frequencies = frequencies;
            this.entries = frequencies.entrySet().iterator();
        }

        @Override
        public boolean incrementToken() {
            if (left == 0) {
                if (!entries.hasNext()) {
                    return false;
                }
                Map.Entry<String, Integer> next = entries.next();
                text = LuceneDocument.term(next.getKey());
                left = next.getValue();
            }
            left--;
            clearAttributes();
            term.append(text);
            // Lucene has one way to index a field: the terms of texts have positions, so these have some, too far apart for any phrase.
            increment.setPositionIncrement(SheafAnalyzer.GAP_BETWEEN_VALUES);
            return true;
        }

        @Override
        public void reset() {
            entries = frequencies.entrySet().iterator();
            left = 0;
        }
    }
}
