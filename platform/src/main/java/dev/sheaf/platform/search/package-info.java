/**
 * Search index of the records and reader of queries. {@link dev.sheaf.platform.search.SearchIndexer} follows the store's change sequence
 * and hands documents to a {@link dev.sheaf.search.SearchIndex}.
 *
 * <p>The index holds one document for each item of each source, made of its oai_dc record, which every item has. All its data come from the
 * store, so the directory of the index can be deleted; it is then rebuilt.
 */
@NullMarked
package dev.sheaf.platform.search;

import org.jspecify.annotations.NullMarked;
