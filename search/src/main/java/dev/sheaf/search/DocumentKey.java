package dev.sheaf.search;

/**
 * Name of a document within an index.
 *
 * @param source id of the collection that the document belongs to
 * @param identifier unique within the collection
 */
public record DocumentKey(String source, String identifier) {}
