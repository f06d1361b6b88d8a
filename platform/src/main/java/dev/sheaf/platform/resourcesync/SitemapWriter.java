package dev.sheaf.platform.resourcesync;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.ElementWriter;

/**
 * Writer of a sitemap or an index of sitemaps (sitemaps.org, 0.9). With a capability it is a document of ResourceSync (1.1) and has its elements.
 * For one thread.
 */
public final class SitemapWriter {

    private static final String SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9";
    private static final String TERMS = "http://www.openarchives.org/rs/terms/";
    /** Sitemaps allow no longer addresses. */
    private static final int LONGEST = 2_047;

    private final ElementWriter xml = new ElementWriter();
    private final String entry;

    private SitemapWriter(String root, String entry, @Nullable String up, Map<String, String> about) {
        this.entry = entry;
        xml.start(root).attribute("xmlns", SITEMAPS);
        if (!about.isEmpty()) {
            xml.attribute("xmlns:rs", TERMS);
            if (up != null) {
                link("up", up);
            }
            element("rs:md", about);
        }
    }

    /** Begins a sitemap without elements of ResourceSync. */
    public static SitemapWriter ofPages() {
        return list(null, null, Map.of());
    }

    /** Begins an index of sitemaps without elements of ResourceSync. */
    public static SitemapWriter ofSitemaps() {
        return new SitemapWriter("sitemapindex", "sitemap", null, Map.of());
    }

    /**
     * Begins a list.
     *
     * @param up address of the document above it; null for the source description
     * @param index address of the index that has it; null if there is none
     * @param about attributes of the document, with its capability
     */
    public static SitemapWriter list(@Nullable String up, @Nullable String index, Map<String, String> about) {
        SitemapWriter writer = new SitemapWriter("urlset", "url", up, about);
        if (index != null) {
            writer.link("index", index);
        }
        return writer;
    }

    /** Begins an index of lists. */
    public static SitemapWriter index(String up, Map<String, String> about) {
        return new SitemapWriter("sitemapindex", "sitemap", up, about);
    }

    /** Returns true for an address that a list can have. */
    public static boolean isShort(String address) {
        return address.length() <= LONGEST;
    }

    private void link(String rel, String address) {
        xml.start("rs:ln").attribute("rel", rel).attribute("href", address).end();
    }

    private void element(String name, Map<String, String> attributes) {
        xml.start(name);
        attributes.forEach(xml::attribute);
        xml.end();
    }

    /**
     * Adds an entry.
     *
     * @param address at most 2,047 characters
     * @param time of its last change, a date or a time in UTC; null if that is not stated
     * @param about attributes; empty for none
     */
    public void add(String address, @Nullable String time, Map<String, String> about) {
        xml.start(entry).start("loc").text(address).end();
        if (time != null) {
            xml.start("lastmod").text(time).end();
        }
        if (!about.isEmpty()) {
            element("rs:md", about);
        }
        xml.end();
    }

    /** Ends the document and returns it in UTF-8. */
    public byte[] end() {
        return xml.end().document();
    }
}
