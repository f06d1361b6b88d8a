package dev.sheaf.platform.web.stats;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A page about sources, or about one.
 *
 * @param heading of the page
 * @param summary a sentence or two
 * @param facts labels and values
 * @param sections tables with their charts
 * @param choices of what to look at, by name of the choice
 * @param previous address of the sources before these; null when there are none
 * @param next address of those after them; null when there are none
 * @param back address of the page of all sources; null on that page
 */
public record StatsPage(String heading, String summary, List<Fact> facts, List<Section> sections, List<Choices> choices,
        @Nullable String previous, @Nullable String next, @Nullable String back) {

    /** A label and what there is to say. */
    public record Fact(String label, String value) {}

    /** A heading, what it is about, and tables. */
    public record Section(String id, String heading, String lead, List<StatsTable> tables) {}

    /** A question with its answers. */
    public record Choices(String label, List<Choice> choices) {}

    /** An answer; the present one is current. */
    public record Choice(String label, String href, boolean current) {}

    public StatsPage {
        facts = List.copyOf(facts);
        sections = List.copyOf(sections);
        choices = List.copyOf(choices);
    }
}
