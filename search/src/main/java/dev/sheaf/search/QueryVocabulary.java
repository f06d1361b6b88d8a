package dev.sheaf.search;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Knowledge of the indexed values that reading a query needs: other words for fields, notations of identifiers, names of languages. Whoever
 * makes the documents supplies it, so that both sides spell values alike. Thread-safe.
 */
public interface QueryVocabulary {

    /** Fields by their own names, and values as they are. */
    QueryVocabulary PLAIN = new QueryVocabulary() {

        @Override
        public @Nullable String field(String word) {
            return IndexFields.NAMED.contains(word) || word.equals(IndexFields.SOURCE) || word.equals(IndexFields.YEAR)
                    ? word
                    : null;
        }

        @Override
        public List<String> soughtIdentifiers(String text) {
            return List.of();
        }

        @Override
        public List<String> identifiers(String text) {
            return List.of();
        }

        @Override
        public Optional<String> language(String text) {
            return Optional.empty();
        }

        @Override
        public String facetValue(Filter filter) {
            return filter.value();
        }
    };

    /** Returns the field that a word before a colon names; null for none. The word is in lower case. */
    @Nullable
    String field(String word);

    /** Returns terms of {@link IndexFields#LOOKUP} for a query that consists of identifiers; empty when it has other words. */
    List<String> soughtIdentifiers(String text);

    /** Returns terms of {@link IndexFields#LOOKUP} for the identifiers in a text. */
    List<String> identifiers(String text);

    /** Returns the word of the field {@code language} that every document in the named language has; empty when no language, or several, are named. */
    Optional<String> language(String text);

    /** Returns the value of a filter as documents spell it. */
    String facetValue(Filter filter);
}
