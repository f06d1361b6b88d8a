package dev.sheaf.platform.openurl;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Content of the resolver's page.
 *
 * @param texts texts in the reader's language
 * @param state what the page says
 * @param records records that the citation may mean, or that are read together with the one that it means; if there is none, those
 *         that name it as another work
 * @param total number of all of them
 * @param search link to a search with the words of the citation; null if it has none
 * @param words words of that search; title of the record that is meant, if the others are read together with it
 */
public record OpenUrlPage(OpenUrlTexts texts, State state, List<Entry> records, long total, @Nullable String search,
        String words) {

    /** Message of the page. */
    public enum State {
        /** There are several records. */
        SEVERAL,
        /** There is no record. */
        NONE,
        /** The index is being built, so nothing can be found yet. */
        INDEXING,
        /** There is one record, and the request asks for those that are read together with it. */
        RELATED,
        /** The request has no citation. */
        NO_CITATION,
        /** The request gives its citation by reference. */
        BY_REFERENCE,
        /** The request is too large. */
        TOO_LARGE
    }

    /**
     * A record.
     *
     * @param href link to its page
     * @param details creators and date; empty if there are none
     * @param coins the record for reference managers
     */
    public record Entry(String href, String title, String details, String coins) {}

    /** Copies the records. */
    public OpenUrlPage {
        records = List.copyOf(records);
    }
}
