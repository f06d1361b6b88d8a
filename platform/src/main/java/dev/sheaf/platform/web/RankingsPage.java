package dev.sheaf.platform.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.web.SearchPage.Link;

/**
 * All that the page of rankings shows: the first results of one query by each model.
 *
 * @param title of the browser's tab
 * @param text in the search box
 * @param summary number of results, a short sentence; the same for all models
 * @param scopes ways to choose where words are looked for; empty when there is no choice
 * @param scope value of the parameter for that; null for the usual one
 * @param back link to the results of the search
 * @param rankings one for each model
 */
public record RankingsPage(String title, String text, String summary, List<Link> scopes, @Nullable String scope, String back,
        List<Ranking> rankings) {

    /**
     * A ranking.
     *
     * @param id for links within the page
     * @param label name of the model
     * @param note says how much of it agrees with the first ranking; empty for the first one
     * @param href of all results by this model
     * @param entries best first
     */
    public record Ranking(String id, String label, String note, String href, List<Entry> entries) {}

    /**
     * A result.
     *
     * @param href of the record's page
     * @param title its title, or its identifier when it has none
     * @param source name of its source
     * @param foundIn where the words were found; null when there is nothing to say
     * @param score by the model
     * @param elsewhere its place in the first ranking when that is another one; empty when it is the same
     */
    public record Entry(String href, String title, String source, @Nullable String foundIn, String score, String elsewhere) {}
}
