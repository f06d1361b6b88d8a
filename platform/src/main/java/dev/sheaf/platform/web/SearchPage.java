package dev.sheaf.platform.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.search.lucene.Excerpts;

/**
 * All that the search page shows.
 *
 * @param title of the browser's tab
 * @param heading of the page
 * @param text in the search box
 * @param start true for the front page
 * @param state why there is nothing to show, or {@link State#RESULTS}
 * @param total number of results
 * @param summary of the results, a short sentence
 * @param results of this page
 * @param facets that can narrow the results
 * @param chosen filters that hold, each with a link that takes it away
 * @param clear link that takes all filters away; null when there are none
 * @param orders ways to sort
 * @param pages links to pages; empty when there is one only
 * @param tooDeep true when more results exist than can be paged to
 * @param sources what the hub knows; shown on the front page
 * @param suggestion a query that finds more because its words are spelt otherwise, with its number of results; null when there is none
 * @param moreSources link to all sources; null when all are shown
 * @param scopes ways to choose where words are looked for; empty when there is no choice
 * @param scope value of the parameter for that; null for the usual one
 * @param rankings link to the rankings of all models side by side; null when nothing was asked
 * @param unplaced a sentence on records that a phrase may have missed; null when there are none
 */
public record SearchPage(String title, String heading, String text, boolean start, State state, long total, String summary,
        List<Result> results, List<Choice> facets, List<Link> chosen, @Nullable String clear, List<Link> orders,
        List<Link> pages, boolean tooDeep, List<SourceSummary> sources, @Nullable Link suggestion, @Nullable Link moreSources,
        List<Link> scopes, @Nullable String scope, @Nullable String rankings, @Nullable String unplaced) {

    /** Content to show. */
    public enum State {
        /** Results. */
        RESULTS,
        /** No record matches. */
        NO_HITS,
        /** The hub has no records yet. */
        NO_RECORDS,
        /** There are records, but the index does not know them yet. */
        INDEXING
    }

    /**
     * A link.
     *
     * @param label for people
     * @param href where it leads
     * @param current true when it leads to where the reader is
     * @param note said after the label, such as a number; empty for none
     */
    public record Link(String label, String href, boolean current, String note) {}

    /**
     * A result.
     *
     * @param href of the record's page
     * @param title its title, or its identifier when it has none
     * @param titleLanguage for the {@code lang} attribute; null when not stated
     * @param byline creators; empty when there are none
     * @param details date, type and the like; empty when there are none
     * @param excerpt from the description; empty when there is none
     * @param excerptLanguage for the {@code lang} attribute; null when not stated
     * @param source name of its source
     * @param identifier of its item
     * @param foundIn where the words were found, for people; null when there is nothing to say
     */
    public record Result(String href, String title, @Nullable String titleLanguage, String byline, String details,
            List<Excerpts.Piece> excerpt, @Nullable String excerptLanguage, String source, String identifier,
            @Nullable String foundIn) {}

    /**
     * A facet.
     *
     * @param id for links within the page
     * @param label for people
     * @param values each with a link that narrows the results by it, or no longer does
     * @param more link that shows more or fewer values; null when all are shown
     */
    public record Choice(String id, String label, List<Link> values, @Nullable Link more) {}

    /**
     * A source.
     *
     * @param name for people
     * @param id its id
     * @param href of its records in the search
     * @param browseHref of its own repository for people
     * @param records number of live items, written for people
     * @param status how the last harvest ended, or what is going on
     * @param troubled true when somebody should look at it
     * @param when end of the last run, for people; null when none has ended
     * @param instant the same for machines
     */
    public record SourceSummary(String name, String id, String href, String browseHref, String records, String status,
            boolean troubled,
            @Nullable String when, @Nullable String instant) {}
}
