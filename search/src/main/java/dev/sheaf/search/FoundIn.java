package dev.sheaf.search;

/** The part of a document in which words of the query were found. */
public enum FoundIn {
    /** The words that were found are all in the description. */
    DESCRIPTION,
    /** The words that were found are all in the full text. */
    FULLTEXT,
    /** Some words are in the description, and some, or the same, in the full text. */
    BOTH
}
