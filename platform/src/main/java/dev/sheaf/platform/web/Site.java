package dev.sheaf.platform.web;

/**
 * Properties of the hub that every page needs.
 *
 * @param name of the hub, for people
 * @param baseUrl of the hub as the world sees it, without a slash at the end
 * @param path part of the base URL behind the host, without a slash at the end: goes in front of every link, for hubs behind a proxy
 * @param styleSheet path of the style sheet
 * @param icon path of the icon
 */
public record Site(String name, String baseUrl, String path, String styleSheet, String icon) {

    /** Returns a link within the hub. */
    public String link(String absolutePath) {
        return path + absolutePath;
    }
}
