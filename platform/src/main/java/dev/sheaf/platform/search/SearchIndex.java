package dev.sheaf.platform.search;

/**
 * What can be asked of an index. The seam behind which another search engine can take over when one machine is outgrown.
 *
 * <p>Thread-safe. An answer shows the index as it was at one moment, a little behind the store.
 */
public interface SearchIndex {

    /**
     * Finds records. No text that a person can type makes it fail.
     *
     * @throws SearchException when the index cannot be read
     */
    SearchResult search(SearchQuery query);

    /** The last change of the store that answers know of; 0 when the index is empty. */
    long seq();
}
