package dev.sheaf.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Knowledge of the indexed values that reading a query needs: other words for fields, notations of identifiers, names of languages. Whoever
 * makes the documents supplies it, so that both sides spell values alike. Thread-safe.
 */
public interface QueryVocabulary {

    /** Fields by their own names, and values as they are. */
    QueryVocabulary PLAIN = new QueryVocabulary() {

        private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

        @Override
        public @Nullable String field(String word) {
            return IndexFields.NAMED.contains(word) || word.equals(IndexFields.SOURCE) || word.equals(IndexFields.YEAR)
                    || word.equals(IndexFields.FULL_TEXT)
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

        @Override
        public List<QueryWord> fullTextWords(String text, String form) {
            List<QueryWord> words = new ArrayList<>();
            for (String word : NO_WORD.split(text.toLowerCase(Locale.ROOT))) {
                if (!word.isEmpty()) {
                    words.add(new QueryWord(word, words.size()));
                }
            }
            return words;
        }

        @Override
        public @Nullable QueryWord fullTextBeginning(String text, String form) {
            List<QueryWord> words = fullTextWords(text, form);
            return words.isEmpty() ? null : words.getLast();
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

    /**
     * Returns the words of a text as full texts of a form have them, by position; none for words that they leave out.
     *
     * @param form as {@link FullTextTerms#form} names it
     */
    List<QueryWord> fullTextWords(String text, String form);

    /**
     * Returns the last word of a text, of which only the beginning was typed, as words of full texts begin; null when there is no word.
     *
     * @param form as {@link FullTextTerms#form} names it
     * @return with its place among the {@link #fullTextWords} of the text
     */
    @Nullable
    QueryWord fullTextBeginning(String text, String form);
}
