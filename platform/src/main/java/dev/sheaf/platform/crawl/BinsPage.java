package dev.sheaf.platform.crawl;

import java.util.List;

/**
 * Content of a page of links.
 *
 * @param heading of the page
 * @param top link to the entry page
 * @param links in the order of the changes
 * @param records true when the links lead to records, false when they lead to further pages of links
 */
public record BinsPage(String heading, String top, List<Link> links, boolean records) {

    /** Copies the list. */
    public BinsPage {
        links = List.copyOf(links);
    }

    /**
     * A link.
     *
     * @param href address within the hub
     * @param text for people
     */
    public record Link(String href, String text) {}
}
