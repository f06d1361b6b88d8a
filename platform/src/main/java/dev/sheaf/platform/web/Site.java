package dev.sheaf.platform.web;

/**
 * Properties of the hub for every page.
 *
 * @param name of the hub, for people
 * @param baseUrl public address of the hub, without a slash at the end
 * @param path path of the base URL, without a slash at the end; precedes every link, for hubs behind a proxy
 * @param styleSheet path of the style sheet
 * @param icon path of the icon
 */
public record Site(String name, String baseUrl, String path, String styleSheet, String icon) {

    /** Returns a link within the hub. */
    public String link(String absolutePath) {
        return path + absolutePath;
    }
}
