package dev.sheaf.search;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A record that was found.
 *
 * @param source id of its source
 * @param identifier of its item
 * @param score by the query's model; comparable within one result only; 0 when the order is not by relevance
 * @param title the first {@code dc:title}; null when there is none
 * @param creators all {@code dc:creator}
 * @param date the first {@code dc:date}, as given; null when there is none
 * @param foundIn where words of the query were found; null when the query has none, such as a year alone, or when the
 *         index has no full texts
 * @param words words of the query in a full text whose frequencies are known, in the order of the query; the first ones of a long query
 * @param unranked true when words were found in a full text whose frequencies are unknown: it adds nothing to the score
 */
public record SearchHit(String source, String identifier, float score, @Nullable String title, List<String> creators,
        @Nullable String date, @Nullable FoundIn foundIn, List<FoundWord> words, boolean unranked) {

    /** Copies the lists. */
    public SearchHit {
        creators = List.copyOf(creators);
        words = List.copyOf(words);
    }
}
