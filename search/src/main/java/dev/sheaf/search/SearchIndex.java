package dev.sheaf.search;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A full-text index of documents: takes changes and answers queries. The interface behind which another search engine can take over when one
 * machine is outgrown.
 *
 * <p>The index follows a sequence of changes that somebody else keeps, and stores with every commit the position in that sequence which it has
 * reached. After a crash the caller applies the changes after {@link #begin}'s position again; applying a change twice is the same as applying
 * it once.
 *
 * <p>Queries: thread-safe; an answer shows the index as it was at the last commit before the last {@link #refresh}. Changes: one process at a
 * time, and in it one thread at a time.
 */
public interface SearchIndex extends AutoCloseable {

    /**
     * Finds documents. No text that a person can type makes it fail.
     *
     * @throws IllegalArgumentException when the expression of the query, after its words are split, has more terms than the index answers
     * @throws SearchException when the index cannot be read
     */
    SearchResult search(SearchQuery query);

    /**
     * Returns another spelling of a query that finds few documents or none; empty when no other spelling finds more.
     *
     * @param total number of results of the query itself
     * @throws SearchException when the index cannot be read
     */
    Optional<Suggestion> suggestion(SearchQuery query, long total);

    /** Returns whether any document that answers show has a full text. */
    boolean hasFullTexts();

    /** Returns the position that answers show; 0 when the index is empty. */
    long position();

    /** Returns the version of the documents that answers show, see {@link #begin}; empty when the index is empty. */
    String version();

    /** Makes later answers show everything that was committed by now, in this process or another. Cheap when nothing was. */
    void refresh();

    /**
     * Begins to change the index, or continues. An index that cannot be read any more, or was built by another version of the caller, is emptied.
     *
     * @param version version of the documents that the caller makes
     * @return the position of the last change applied, 0 when the index is empty; no value when another process changes the index
     * @throws SearchException when the index cannot be written
     */
    OptionalLong begin(String version);

    /**
     * Applies changes in their order; {@link #begin} must have been called. A document that cannot be indexed is logged and removed, and the others
     * are applied.
     *
     * @param position of the last of the changes in the caller's sequence
     * @throws LostChangesException when changes since the last commit were lost: call {@link #begin} and continue from its position
     * @throws SearchException when the index cannot be written
     */
    void apply(List<IndexChange> changes, long position);

    /**
     * Makes everything applied durable, together with its position. Does nothing when nothing was applied.
     *
     * @throws LostChangesException as for {@link #apply}
     * @throws SearchException when the index cannot be written
     */
    void commit();

    /**
     * Removes all documents and returns to position 0, durably with the next {@link #commit}.
     *
     * @throws SearchException when the index cannot be written
     */
    void clear();

    /** Ends the changes and lets another process begin. Changes that were not committed are lost. */
    void end();

    /** Ends changes and closes the index. Searches under way end first; later ones find nothing. */
    @Override
    void close();
}
