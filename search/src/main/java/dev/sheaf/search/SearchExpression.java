package dev.sheaf.search;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Structured query: conditions on fields, joined by boolean operators. It is what a query language with parentheses, such as CQL, is turned
 * into; a {@link SearchQuery} may have it beside the text that a person typed.
 *
 * <p>Immutable and thread-safe. The size is checked where a {@link SearchQuery} is made, see {@link #check}.
 */
public sealed interface SearchExpression {

    /** Largest number of conditions; each word of {@link Words} counts as one. */
    int MOST_CONDITIONS = 64;
    /** Largest number of expressions inside each other. */
    int DEEPEST = 100;
    /** Largest number of characters of the text of one condition. */
    int LONGEST_TEXT = 1_000;

    /** Relation of several words to each other. */
    enum Match {
        /** All words occur, in any order. */
        ALL,
        /** One of the words occurs. */
        ANY,
        /** The words stand together, in this order. */
        PHRASE
    }

    /** All documents. */
    record Everything() implements SearchExpression {}

    /**
     * Words of a field. A single word also finds the words of its stem, as in {@link SearchQuery#text}, in fields of {@link
     * IndexFields#STEMMED}.
     *
     * @param field {@link IndexFields#ALL_TEXT}, {@link IndexFields#FULL_TEXT} or one of {@link IndexFields#NAMED}
     * @param text one or more words; a text of punctuation alone finds nothing
     */
    record Words(String field, String text, Match match) implements SearchExpression {

        /**
         * Checks the field and the text.
         *
         * @throws IllegalArgumentException if the field has no words, or the text is blank or too long
         */
        public Words {
            checkWords(field, text);
        }
    }

    /**
     * Words of a field that stand together, of which the last is only the beginning of a word.
     *
     * @param field as in {@link Words}
     * @param text not blank; a beginning of one letter is taken for a whole word
     */
    record Beginning(String field, String text) implements SearchExpression {

        /**
         * Checks the field and the text.
         *
         * @throws IllegalArgumentException as in {@link Words}
         */
        public Beginning {
            checkWords(field, text);
        }
    }

    /**
     * A keyword of a document, exactly.
     *
     * @param field {@link IndexFields#LOOKUP} or another field of {@link IndexField.Keyword}
     */
    record Keyword(String field, String value) implements SearchExpression {}

    /** The documents with an identifier; upper and lower case are the same. */
    record Named(String identifier) implements SearchExpression {}

    /** A value of a facet, exactly; the vocabulary of the index spells it as documents do. */
    record Exactly(Facet facet, String value) implements SearchExpression {}

    /**
     * Years of a document.
     *
     * @param first first year
     * @param last last year; at least the first
     * @param within true if all years of the document must be in the range; false if one is enough
     */
    record Years(int first, int last, boolean within) implements SearchExpression {

        /**
         * Checks the range.
         *
         * @throws IllegalArgumentException if the last year is before the first
         */
        public Years {
            if (last < first) {
                throw new IllegalArgumentException("the range of years ends in " + last + " before it begins in " + first);
            }
        }
    }

    /**
     * A number of a document between two, both included; nothing if the first is greater than the last.
     *
     * @param field field of {@link IndexField.SortNumber}
     */
    record Numbers(String field, long first, long last) implements SearchExpression {}

    /** All of one or more expressions. */
    record And(List<SearchExpression> parts) implements SearchExpression {

        /**
         * Copies the parts.
         *
         * @throws IllegalArgumentException if there are none
         */
        public And {
            parts = copy(parts);
        }
    }

    /** At least one of one or more expressions. */
    record Or(List<SearchExpression> parts) implements SearchExpression {

        /**
         * Copies the parts.
         *
         * @throws IllegalArgumentException if there are none
         */
        public Or {
            parts = copy(parts);
        }
    }

    /** One expression without the documents that the other finds. */
    record AndNot(SearchExpression wanted, SearchExpression unwanted) implements SearchExpression {}

    /**
     * Checks the size.
     *
     * @throws IllegalArgumentException if there are more conditions than {@link #MOST_CONDITIONS} or more levels than {@link #DEEPEST}
     */
    default void check() {
        int conditions = conditions(this, 1);
        if (conditions > MOST_CONDITIONS) {
            throw new IllegalArgumentException(
                    "the query has " + conditions + " conditions; at most " + MOST_CONDITIONS + " are answered");
        }
    }

    private static int conditions(SearchExpression expression, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("the query is nested more than " + DEEPEST + " deep");
        }
        return switch (expression) {
            case And(List<SearchExpression> parts) -> parts.stream().mapToInt(part -> conditions(part, depth + 1)).sum();
            case Or(List<SearchExpression> parts) -> parts.stream().mapToInt(part -> conditions(part, depth + 1)).sum();
            case AndNot(SearchExpression wanted, SearchExpression unwanted) -> conditions(wanted, depth + 1)
                    + conditions(unwanted, depth + 1);
            case Words words -> words.match() == Match.PHRASE ? 1 : Texts.words(words.text()).size();
            case Beginning _,Keyword _,Named _,Exactly _,Years _,Numbers _,Everything _ -> 1;
        };
    }

    private static void checkWords(String field, String text) {
        if (!Texts.FIELDS.contains(field)) {
            throw new IllegalArgumentException("the field " + field + " has no words; fields with words are " + Texts.FIELDS);
        }
        if (text.isBlank() || text.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException("the text of a condition has 1 to " + LONGEST_TEXT + " characters, not "
                    + text.strip().length());
        }
    }

    private static List<SearchExpression> copy(List<SearchExpression> parts) {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("an expression with parts has one at least");
        }
        return List.copyOf(parts);
    }

    /** Words of texts. */
    final class Texts {

        private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");
        private static final Set<String> FIELDS = fields();

        private Texts() {}

        private static Set<String> fields() {
            Set<String> fields = new TreeSet<>(IndexFields.NAMED);
            fields.add(IndexFields.ALL_TEXT);
            fields.add(IndexFields.FULL_TEXT);
            return Collections.unmodifiableSet(fields);
        }

        /** Returns the parts of a text between blanks. */
        public static List<String> words(String text) {
            return BLANKS.splitAsStream(text).filter(word -> !word.isEmpty()).toList();
        }
    }
}
