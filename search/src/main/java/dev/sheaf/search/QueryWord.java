package dev.sheaf.search;

/**
 * A word of a query as full texts have it.
 *
 * @param term as in {@link FullTextTerms#term}
 * @param position place among the words of the query, from 0; places of words that are not indexed are left free
 */
public record QueryWord(String term, int position) {}
