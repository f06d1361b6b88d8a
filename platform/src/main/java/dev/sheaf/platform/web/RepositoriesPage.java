package dev.sheaf.platform.web;

import java.util.List;

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
     */
    public record Entry(String name, String records, String baseUrl, String browseHref, String searchHref) {}
}
