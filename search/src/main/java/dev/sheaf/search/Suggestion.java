package dev.sheaf.search;

/**
 * A query that finds more than the one asked, because a word in it is spelt as records spell it.
 *
 * @param text the query to ask instead; all else in it is as it was typed
 * @param total number of its results; exact
 */
public record Suggestion(String text, long total) {}
