package dev.sheaf.platform.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.web.SearchPage.Link;

/**
 * Content of the page of rankings: the first results of one query by each model.
 *
 * @param title title of the browser's tab
 * @param text text in the search box
 * @param summary number of results, a short sentence; the same for all models
 * @param scopes links to other scopes of the search; empty if there is no choice
 * @param scope value of the parameter of the scope; null for the default
 * @param back link to the results of the search
 * @param notes sentences on words of the query that were ignored and on records that a phrase search may have missed
 * @param rankings one for each model
 */
public record RankingsPage(String title, String text, String summary, List<Link> scopes, @Nullable String scope, String back,
        List<String> notes, List<Ranking> rankings) {

    /**
     * Ranking by one model.
     *
     * @param id for links within the page
     * @param label name of the model
     * @param formula by which a word scores
     * @param note agreement with the first ranking; empty for the first one
     * @param href link to all results by this model
     * @param entries best first
     */
    public record Ranking(String id, String label, String formula, String note, String href, List<Entry> entries) {}

    /**
     * A result.
     *
     * @param href link to the record's page
     * @param title its title, or its identifier if it has none
     * @param source name of its source
     * @param foundIn parts of the item that contain the words; null for the default
     * @param score score by the model
     * @param elsewhere its place in the first ranking; empty if it is the same
     */
    public record Entry(String href, String title, String source, @Nullable String foundIn, String score, String elsewhere) {}
}
