package dev.sheaf.search.lucene;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.jspecify.annotations.Nullable;

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
        if (length.isNew(term)) {
            length.terms++;
            document.add(new StringField(field, term, store));
        }
    }

    /** Adds a field with so many terms. */
    void addField(Document document, Field field, long terms) {
        document.add(field);
        add(field.name(), terms);
    }

    /** Adds to the number of terms of a field. */
    void add(String field, long terms) {
        length(field).terms += terms;
    }

    /** Adds the lengths. Must be called last. */
    void addTo(Document document) {
        lengths.values().forEach(document::add);
    }

    private Length length(String field) {
        return lengths.computeIfAbsent(field, Length::new);
    }

    private static final class Length extends Field {

        private long terms;
        /** Most fields of keywords have one term. */
        private @Nullable String first;
        private @Nullable Set<String> others;

        Length(String field) {
            super(of(field), NumericDocValuesField.TYPE);
        }

        /** Returns whether the field did not have a term before. */
        boolean isNew(String term) {
            if (first == null) {
                first = term;
                return true;
            }
            if (first.equals(term)) {
                return false;
            }
            Set<String> known = others == null ? new HashSet<>() : others;
            others = known;
            return known.add(term);
        }

        @Override
        public Number numericValue() {
            return terms;
        }
    }
}
