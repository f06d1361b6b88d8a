/**
 * Keeps the search index in step with the store and reads what people type. {@link dev.sheaf.platform.search.SearchIndexer} follows the
 * store's change sequence and hands documents to a {@link dev.sheaf.search.SearchIndex}.
 *
 * <p>The index holds one document for each item of each source, built from its oai_dc record, which every item has. All its data come
 * from the store: deleting its directory costs a rebuild and nothing else.
 */
@NullMarked
package dev.sheaf.platform.search;

import org.jspecify.annotations.NullMarked;
