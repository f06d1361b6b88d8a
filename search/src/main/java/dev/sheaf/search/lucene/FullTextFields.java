package dev.sheaf.search.lucene;

import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;

import dev.sheaf.search.FullTextTerms;

/**
 * The Lucene fields of a full text whose terms come from elsewhere. What is known of the terms decides on the fields:
 *
 * <ul>
 * <li>{@link #RANKED}: terms with frequencies, as one occurrence each with a frequency of its own. Statistics and norms are those that Lucene
 * would have made of the text. Terms that were left out count in the length as one term that no query can ask for.</li>
 * <li>{@link #PLACED}: the same terms with positions, for phrases. Lucene refuses frequencies of one's own in fields with positions, so ranking
 * by single words does not use it.</li>
 * <li>{@link #LISTED}: terms without frequencies. They are apart, so that documents whose frequencies are unknown change no statistics.</li>
 * </ul>
 *
 * Each form of terms has fields of its own, so that its statistics are those of the texts of that form alone.
 */
final class FullTextFields {

    static final String RANKED = "fulltext";
    static final String PLACED = "fulltextPlaced";
    static final String LISTED = "fulltextListed";

    /**
     * Number of forms that have fields of their own. Each costs every query a search, and a hostile source could state another one with each
     * record: the terms of further forms are taken for those of the usual form.
     */
    static final int MOST_FORMS = 24;

    private static final char FORM = ':';

    /** Term that stands for all that were left out; no analyzer leaves its one character in a word. */
    static final String LEFT_OUT = "\u0001";

    /** Lucene refuses documents with more tokens in a field, and higher positions. */
    private static final int MOST_TOKENS = Integer.MAX_VALUE - 256;

    private static final FieldType RANKED_TYPE = type(IndexOptions.DOCS_AND_FREQS, false);
    private static final FieldType PLACED_TYPE = type(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS, false);
    private static final FieldType LISTED_TYPE = type(IndexOptions.DOCS, true);

    private FullTextFields() {}

    /** Returns the name of a field of one of the three kinds. */
    static String of(String kind, String form) {
        return form.isEmpty() ? kind : kind + FORM + form;
    }

    /** Returns the forms that fields with these names are of, in order. */
    static SortedSet<String> forms(Iterable<String> fields) {
        SortedSet<String> forms = new TreeSet<>();
        for (String field : fields) {
            for (String kind : List.of(RANKED, LISTED)) {
                if (field.equals(kind)) {
                    forms.add("");
                } else if (field.startsWith(kind + FORM)) {
                    forms.add(field.substring(kind.length() + 1));
                }
            }
        }
        return forms;
    }

    private static FieldType type(IndexOptions options, boolean omitNorms) {
        FieldType type = new FieldType();
        type.setTokenized(true);
        type.setIndexOptions(options);
        type.setOmitNorms(omitNorms);
        type.freeze();
        return type;
    }

    /**
     * Adds the fields of a full text.
     *
     * @param form of the terms
     * @throws IllegalArgumentException when numbers contradict each other or are too large to be counted; nothing was added then
     */
    static void add(FullTextTerms terms, String form, Document document, FieldLengths lengths) {
        long occurrences = 0;
        long places = 0;
        for (int i = 0; i < terms.size(); i++) {
            if (terms.frequency(i) < 1) {
                throw new IllegalArgumentException("a term of the full text occurs " + terms.frequency(i) + " times");
            }
            occurrences += terms.frequency(i);
            places += terms.hasPositions() ? terms.positions(i).length : 0;
        }
        long length = terms.hasFrequencies() ? Math.max(occurrences, terms.length()) : terms.size();
        if (length > MOST_TOKENS) {
            throw new IllegalArgumentException(
                    "the full text has " + length + " tokens; Lucene can count at most " + MOST_TOKENS);
        }
        if (!terms.hasFrequencies()) {
            lengths.addField(document, new TermsStreamField(of(LISTED, form), LISTED_TYPE, new Frequencies(terms, 0)), length);
            return;
        }
        int leftOut = (int) (length - occurrences);
        Places placed = terms.hasPositions() ? new Places(terms, (int) Math.min(places, MOST_TOKENS)) : null;
        lengths.addField(document, new TermsStreamField(of(RANKED, form), RANKED_TYPE, new Frequencies(terms, leftOut)), length);
        if (placed != null) {
            lengths.addField(document, new TermsStreamField(of(PLACED, form), PLACED_TYPE, placed), places);
        }
    }

    private static final class TermsStreamField extends Field {

        private final TokenStream terms;

        TermsStreamField(String name, FieldType type, TokenStream terms) {
            super(name, "", type);
            this.terms = terms;
        }

        @Override
        public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
            return terms;
        }
    }

    /** Each term once, with its frequency. */
    private static final class Frequencies extends TokenStream {

        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
        private final FullTextTerms terms;
        private final int leftOut;
        private int next;

        Frequencies(FullTextTerms terms, int leftOut) {
            this.terms = terms;
            this.leftOut = leftOut;
        }

        @Override
        public boolean incrementToken() {
            int at = next++;
            if (at < terms.size()) {
                clearAttributes();
                term.append(LuceneDocument.term(terms.term(at)));
                frequency.setTermFrequency(terms.frequency(at));
                return true;
            }
            if (at == terms.size() && leftOut > 0) {
                clearAttributes();
                term.append(LEFT_OUT);
                frequency.setTermFrequency(leftOut);
                return true;
            }
            return false;
        }

        @Override
        public void reset() {
            next = 0;
        }
    }

    /** Each occurrence, in the order of the positions. */
    private static final class Places extends TokenStream {

        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
        private final FullTextTerms terms;
        /** Position in the upper half, number of the term in the lower half. */
        private final long[] places;
        private int next;
        private int position = -1;

        Places(FullTextTerms terms, int number) {
            this.terms = terms;
            this.places = new long[number];
            int at = 0;
            for (int i = 0; i < terms.size(); i++) {
                for (int place : terms.positions(i)) {
                    if (place < 0 || place > MOST_TOKENS) {
                        throw new IllegalArgumentException("a term of the full text stands at position " + place);
                    }
                    places[at++] = (long) place << 32 | i;
                }
            }
            Arrays.sort(places);
        }

        @Override
        public boolean incrementToken() {
            if (next == places.length) {
                return false;
            }
            long place = places[next++];
            int at = (int) (place >>> 32);
            clearAttributes();
            term.append(LuceneDocument.term(terms.term((int) place)));
            increment.setPositionIncrement(at - position);
            position = at;
            return true;
        }

        @Override
        public void reset() {
            next = 0;
            position = -1;
        }
    }
}
