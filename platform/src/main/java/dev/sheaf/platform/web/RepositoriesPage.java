package dev.sheaf.platform.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * All that the page of the hub's repositories shows.
 *
 * @param repositories the one of everything first
 */
public record RepositoriesPage(List<Entry> repositories) {

    /**
     * A repository.
     *
     * @param name for people
     * @param records live items, written for people
     * @param baseUrl for harvesters
     * @param browseHref of its pages
     * @param searchHref of its records in the search
     * @param status how its last harvest ended; null for what is not harvested
     * @param troubled true when it may lack what its origin has
     * @param when that harvest ended, for people; null when none has
     * @param instant of the same, for machines; null when none has
     */
    public record Entry(String name, String records, String baseUrl, String browseHref, String searchHref,
            @Nullable String status, boolean troubled, @Nullable String when, @Nullable String instant) {}
}
