package dev.sheaf.platform.web.stats;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Page of metrics about one or all sources.
 *
 * @param heading heading of the page
 * @param summary one or two sentences
 * @param facts labels and values
 * @param sections tables with their charts
 * @param choices choices of the period and other parameters, by name
 * @param previous link to the previous sources; null if there are none
 * @param next link to the next sources; null if there are none
 * @param back link to the page of all sources; null on that page
 */
public record StatsPage(String heading, String summary, List<Fact> facts, List<Section> sections, List<Choices> choices,
        @Nullable String previous, @Nullable String next, @Nullable String back) {

    /** Label and value. */
    public record Fact(String label, String value) {}

    /** Heading, explanation and tables. */
    public record Section(String id, String heading, String lead, List<StatsTable> tables) {}

    /** Label and its choices. */
    public record Choices(String label, List<Choice> choices) {}

    /** Choice; the present one is current. */
    public record Choice(String label, String href, boolean current) {}

    public StatsPage {
        facts = List.copyOf(facts);
        sections = List.copyOf(sections);
        choices = List.copyOf(choices);
    }
}
