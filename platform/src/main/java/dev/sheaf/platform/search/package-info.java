/**
 * Finds records: the seam {@link dev.sheaf.search.SearchIndex} (what can be asked), its Lucene implementation, and the
 * {@link dev.sheaf.platform.search.SearchIndexer} that keeps the index in step with the store.
 *
 * <p>The index holds one document for each item of each source, built from its oai_dc record, which every item has. It follows the store's
 * change sequence and holds nothing of its own: deleting its directory costs a rebuild and nothing else.
 */
@NullMarked
package dev.sheaf.platform.search;

import org.jspecify.annotations.NullMarked;

import dev.sheaf.search.SearchIndex;
