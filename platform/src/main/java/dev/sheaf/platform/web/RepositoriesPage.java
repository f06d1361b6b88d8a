package dev.sheaf.platform.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Content of the page that lists the hub's repositories.
 *
 * @param repositories all repositories, the repository of everything first
 * @param archivesHref link to the page of archives; null if the hub has none
 */
public record RepositoriesPage(List<Entry> repositories, @Nullable String archivesHref) {

    /**
     * A repository.
     *
     * @param name for people
     * @param records number of live items, formatted for people
     * @param baseUrl base URL for harvesters
     * @param browseHref link to its pages
     * @param searchHref link to its records in the search
     * @param status outcome of its last harvest; null if it is not harvested
     * @param troubled true if the copy may be incomplete
     * @param when end of that harvest, for people; null if there was none
     * @param instant end of that harvest, for machines; null if there was none
     */
    public record Entry(String name, String records, String baseUrl, String browseHref, String searchHref,
            @Nullable String status, boolean troubled, @Nullable String when, @Nullable String instant) {}
}
