package dev.sheaf.platform.search;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;

/**
 * Counts the terms that a document gets in each field, and keeps the numbers with it: what has to be taken off the statistics when it is deleted
 * ({@link LiveStatistics}). Lucene's norms are rounded. Of one document; not thread-safe.
 */
final class FieldLengths {

    private final Map<String, Length> lengths = new LinkedHashMap<>();

    /** Returns the field that holds the length of another. */
    static String of(String field) {
        return "length:" + field;
    }

    /** Adds one term that is found as it is written. */
    void addTerm(Document document, String field, String term, Store store) {
        length(field).value++;
        document.add(new StringField(field, term, store));
    }

    /** Adds text whose words are found. */
    void addText(Document document, String field, String text) {
        document.add(new CountedText(field, text, length(field)));
    }

    /** Adds text whose words are found with their stems in a language. */
    void addWords(Document document, String field, String text, StemLanguage language) {
        document.add(new WordsField(field, text, language) {
            @Override
            public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
                return new Counting(super.tokenStream(analyzer, reuse), length(field));
            }
        });
    }

    /** Adds the lengths. To be called last: Lucene takes the fields in their order, and reads a length when all words are counted. */
    void addTo(Document document) {
        lengths.values().forEach(document::add);
    }

    private Length length(String field) {
        return lengths.computeIfAbsent(field, Length::new);
    }

    /** A number that is read when the words before it have been counted. */
    private static final class Length extends Field {

        long value;

        Length(String field) {
            super(of(field), NumericDocValuesField.TYPE);
        }

        @Override
        public Number numericValue() {
            return value;
        }
    }

    private static final class CountedText extends Field {

        private final Length length;

        CountedText(String name, String text, Length length) {
            super(name, text, TextField.TYPE_NOT_STORED);
            this.length = length;
        }

        @Override
        public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
            return new Counting(super.tokenStream(analyzer, reuse), length);
        }
    }

    private static final class Counting extends TokenFilter {

        private final Length length;

        Counting(TokenStream input, Length length) {
            super(input);
            this.length = length;
        }

        @Override
        public boolean incrementToken() throws IOException {
            if (!input.incrementToken()) {
                return false;
            }
            length.value++;
            return true;
        }
    }
}
