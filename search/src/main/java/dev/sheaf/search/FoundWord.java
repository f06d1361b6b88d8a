package dev.sheaf.search;

/**
 * A word of a query in the full text of a result.
 *
 * @param word as in the query
 * @param frequency number of times that it occurs in the text, in any form that the index takes for the same word
 */
public record FoundWord(String word, int frequency) {}
