package dev.sheaf.platform.web.watch;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Content of the page with the verdicts on all repositories.
 *
 * @param summary numbers of repositories by verdict
 * @param repositories those of this page
 * @param registryHref link to the registry; null if there is none
 * @param previous link to the repositories before these; null for none
 * @param next link to those after them; null for none
 */
public record ConformanceOverview(String summary, List<Entry> repositories, @Nullable String registryHref,
        @Nullable String previous, @Nullable String next) {

    /**
     * A repository.
     *
     * @param name for people
     * @param href link to its page
     * @param verdict in a word or two
     * @param state class of the verdict in the style sheet, see {@link ConformanceViews#state}
     * @param details what is known besides, in a sentence; may be empty
     */
    public record Entry(String name, String href, String verdict, String state, String details) {}

    public ConformanceOverview {
        repositories = List.copyOf(repositories);
    }
}
