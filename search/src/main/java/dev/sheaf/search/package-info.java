/**
 * Full-text search over documents of any kind: the interface {@link dev.sheaf.search.SearchIndex}, the documents that it takes, the queries
 * that it answers, and their results. An index is a copy of data that somebody else keeps, so it may be deleted and built again at any time.
 */
@NullMarked
package dev.sheaf.search;

import org.jspecify.annotations.NullMarked;
