package dev.sheaf.search.lucene;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;

/**
 * Exact number of terms that a document gets in each field, kept with the document: {@link DeletedDocuments} takes it off when the document is
 * deleted, and Lucene's norms are rounded. Belongs to one document; not thread-safe.
 */
final class FieldLengths {

    private final Map<String, Length> lengths = new LinkedHashMap<>();

    /** Returns the name of the field that holds the length of another. */
    static String of(String field) {
        return "length:" + field;
    }

    /** Adds one term; the same term again changes nothing, for Lucene does not count occurrences in such fields. */
    void addTerm(Document document, String field, String term, Store store) {
        Length length = length(field);
        if (length.keywords.add(term)) {
            length.terms++;
            document.add(new StringField(field, term, store));
        }
    }

    /** Adds a field whose terms are counted when Lucene reads them. */
    void addTerms(Document document, Field field) {
        document.add(new Counted(field, length(field.name())));
    }

    /** Adds a field whose terms were counted before. */
    void addField(Document document, Field field, long terms) {
        document.add(field);
        length(field.name()).terms += terms;
    }

    /** Adds the lengths. Must be called last: Lucene takes the fields in their order, and reads a length when all terms before it are counted. */
    void addTo(Document document) {
        lengths.values().forEach(document::add);
    }

    private Length length(String field) {
        return lengths.computeIfAbsent(field, Length::new);
    }

    private static final class Length extends Field {

        private long terms;
        private final Set<String> keywords = new HashSet<>();

        Length(String field) {
            super(of(field), NumericDocValuesField.TYPE);
        }

        @Override
        public Number numericValue() {
            return terms;
        }
    }

    private static final class Counted extends Field {

        private final Field field;
        private final Length length;

        Counted(Field field, Length length) {
            super(field.name(), field.stringValue(), field.fieldType());
            this.field = field;
            this.length = length;
        }

        @Override
        public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
            return new Counting(field.tokenStream(analyzer, reuse), length);
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
            length.terms++;
            return true;
        }
    }
}
