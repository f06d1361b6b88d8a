package dev.sheaf.platform.web.watch;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.watch.KeptReport.Finding;

/**
 * Content of the page "How harvesters see" a repository.
 *
 * @param name of the repository, for people
 * @param summary verdict in a sentence or two
 * @param state class of the verdict in the style sheet, see {@link ConformanceViews#state}
 * @param facts labels and values
 * @param sections findings by their weight
 * @param history validations, newest first
 * @param links health of the links in its records; null if it is not known
 * @param use addresses of the badge, the letter and the report; null before the first validation
 * @param browseHref link to the pages of its copy
 * @param allHref link to the page of all repositories
 */
public record ConformancePage(String name, String summary, String state, List<Fact> facts, List<Section> sections,
        List<Past> history, @Nullable Links links, @Nullable Use use, String browseHref, String allHref) {

    /** A label and its value. */
    public record Fact(String label, String value) {}

    /** Findings of one kind. */
    public record Section(String id, String heading, String lead, List<Finding> findings, boolean brief) {}

    /**
     * A validation of the past.
     *
     * @param when for people
     * @param instant for machines
     * @param cause for people
     * @param outcome for people
     * @param failed number of MUST that were not met
     * @param warned number of warnings
     * @param requests number of requests
     * @param change rules that are new among the failures, and those that are repaired; empty for none
     */
    public record Past(String when, String instant, String cause, String outcome, int failed, int warned, int requests,
            String change) {}

    /**
     * Health of links.
     *
     * @param summary in a sentence or two
     * @param broken links that do not work
     */
    public record Links(String summary, List<Broken> broken) {}

    /**
     * A broken link.
     *
     * @param url as in the record
     * @param recordHref link to the record
     * @param identifier of the record
     * @param detail what came instead
     */
    public record Broken(String url, String recordHref, String identifier, String detail) {}

    /**
     * Addresses of a verdict for the use of others.
     *
     * @param badgeHref link to the badge
     * @param badgeAlt text of the badge
     * @param badgeCode HTML for the pages of the repository
     * @param letterHref link to the letter to its administrator
     * @param jsonHref link to the report as JSON
     */
    public record Use(String badgeHref, String badgeAlt, String badgeCode, String letterHref, String jsonHref) {}

    public ConformancePage {
        facts = List.copyOf(facts);
        sections = List.copyOf(sections);
        history = List.copyOf(history);
    }
}
