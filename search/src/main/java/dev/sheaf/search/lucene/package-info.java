/** {@link dev.sheaf.search.SearchIndex} as a Lucene index in a directory: analysis of many languages, ranking, facets, spelling, excerpts. */
@NullMarked
package dev.sheaf.search.lucene;

import org.jspecify.annotations.NullMarked;
