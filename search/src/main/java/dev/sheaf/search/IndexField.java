package dev.sheaf.search;

import java.util.Map;

/**
 * A field of an {@link IndexDocument}. {@link IndexFields} has the names that queries know. A name stands for one kind of field in
 * the whole index.
 */
public sealed interface IndexField {

    /** Returns the name. */
    String name();

    /**
     * Text whose words are found. A phrase does not reach from one value of a field into the next.
     *
     * @param language code of ISO 639-1, whose inflected words are found by each other in fields of {@link IndexFields#STEMMED}; empty
     *         when unknown
     */
    record Text(String name, String text, String language) implements IndexField {

        /** Returns text of an unknown language. */
        public static Text of(String name, String text) {
            return new Text(name, text, "");
        }
    }

    /**
     * Terms of a text that is kept elsewhere, as they are to be found: not analysed. No phrase matches them.
     *
     * @param frequencies number of occurrences of each term, at least 1
     */
    record Terms(String name, Map<String, Integer> frequencies) implements IndexField {

        /** Copies the terms and checks their numbers. */
        public Terms {
            frequencies = Map.copyOf(frequencies);
            frequencies.forEach((term, frequency) -> {
                if (frequency < 1) {
                    throw new IllegalArgumentException("term " + term + " occurs " + frequency + " times");
                }
            });
        }
    }

    /**
     * The document's full text, which is not kept here, by its terms. A document has one at most; its words are found beside the texts of the
     * description, or alone ({@link SearchScope}).
     */
    record FullText(FullTextTerms terms) implements IndexField {

        @Override
        public String name() {
            return IndexFields.FULL_TEXT;
        }
    }

    /** One term, found by exactly this text. */
    record Keyword(String name, String value) implements IndexField {}

    /** A number to sort by. */
    record SortNumber(String name, long value) implements IndexField {}

    /** A range of numbers, found by every range that meets it. */
    record Span(String name, int first, int last) implements IndexField {}

    /** A text to sort by, without regard to case and accents. */
    record SortKey(String name, String text) implements IndexField {}

    /** A text that a result shows; it is not found. */
    record Stored(String name, String text) implements IndexField {}

    /** A value by which results are counted and narrowed. */
    record FacetEntry(Facet facet, String value) implements IndexField {

        @Override
        public String name() {
            return facet.text();
        }
    }
}
