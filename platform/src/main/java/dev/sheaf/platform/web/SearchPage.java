package dev.sheaf.platform.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.search.lucene.Excerpts;

/**
 * Content of the search page.
 *
 * @param title title of the browser's tab
 * @param heading heading of the page
 * @param text text in the search box
 * @param start true for the front page
 * @param state reason for an empty page, or {@link State#RESULTS}
 * @param total number of results
 * @param summary short sentence on the results
 * @param results results of this page
 * @param facets that can narrow the results
 * @param chosen active filters, each with a link that removes it
 * @param clear link that removes all filters; null if there are none
 * @param orders links to sort orders
 * @param pages links to pages; empty if there is only one
 * @param tooDeep true if more results exist than the pages can reach
 * @param sources sources of the hub; shown on the front page
 * @param suggestion a query with corrected spelling and its number of results; null if there is none
 * @param moreSources link to all sources; null if all are shown
 * @param scopes links to other scopes of the search; empty if there is no choice
 * @param scope value of the parameter of the scope; null for the default
 * @param rankings link to the rankings of all models side by side; null without a query
 * @param notes sentences on words of the query that were ignored and on records that a phrase search may have missed
 * @param silent sentences on other catalogues that gave no answer
 * @param feed link to the Atom feed of the same search
 */
public record SearchPage(String title, String heading, String text, boolean start, State state, long total, String summary,
        List<Result> results, List<Choice> facets, List<Link> chosen, @Nullable String clear, List<Link> orders,
        List<Link> pages, boolean tooDeep, List<SourceSummary> sources, @Nullable Link suggestion, @Nullable Link moreSources,
        List<Link> scopes, @Nullable String scope, @Nullable String rankings, List<String> notes,
        List<String> silent, String feed) {

    /** Content to show. */
    public enum State {
        /** Results. */
        RESULTS,
        /** No record matches. */
        NO_HITS,
        /** The hub has no records yet. */
        NO_RECORDS,
        /** There are records, but they are not indexed yet. */
        INDEXING
    }

    /**
     * A link.
     *
     * @param label for people
     * @param href address
     * @param current true for the present page
     * @param note text after the label, such as a number; empty for none
     */
    public record Link(String label, String href, boolean current, String note) {}

    /**
     * A result.
     *
     * @param href link to the record's page; null for a hit of another catalogue that gives no address
     * @param title its title, or its identifier if it has none
     * @param titleLanguage value of the {@code lang} attribute; null if not stated
     * @param byline creators; empty if there are none
     * @param details date, type and the like; empty if there are none
     * @param excerpt excerpt of the description; empty if there is none
     * @param excerptLanguage value of the {@code lang} attribute; null if not stated
     * @param source name of its source
     * @param identifier of its item
     * @param foundIn parts of the item that contain the words, for people; null for the default
     * @param coins the record for reference managers, see {@link Coins}; empty if there is none
     */
    public record Result(@Nullable String href, String title, @Nullable String titleLanguage, String byline, String details,
            List<Excerpts.Piece> excerpt, @Nullable String excerptLanguage, String source, String identifier,
            @Nullable String foundIn, String coins) {}

    /**
     * A facet.
     *
     * @param id for links within the page
     * @param label for people
     * @param values values, each with a link that adds or removes its filter
     * @param more link that shows more or fewer values; null if all are shown
     */
    public record Choice(String id, String label, List<Link> values, @Nullable Link more) {}

    /**
     * A source.
     *
     * @param name for people
     * @param id its id
     * @param href link to its records in the search
     * @param browseHref link to its own repository for people
     * @param records number of live items, formatted for people
     * @param status outcome of the last harvest, or the present activity
     * @param troubled true if somebody should check it
     * @param when end of the last run, for people; null if none has ended
     * @param instant end of the last run, for machines
     */
    public record SourceSummary(String name, String id, String href, String browseHref, String records, String status,
            boolean troubled,
            @Nullable String when, @Nullable String instant) {}
}
