package dev.sheaf.platform.crawl;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.ElementWriter;

/** Writes a sitemap or a sitemap index (sitemaps.org, 0.9). For one thread. */
final class SitemapWriter {

    private static final String NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
    /** Longer addresses are not allowed. */
    private static final int LONGEST = 2_047;

    private final ElementWriter xml = new ElementWriter();
    private final String entry;

    private SitemapWriter(String root, String entry) {
        this.entry = entry;
        xml.start(root).attribute("xmlns", NAMESPACE);
    }

    static SitemapWriter ofPages() {
        return new SitemapWriter("urlset", "url");
    }

    static SitemapWriter ofSitemaps() {
        return new SitemapWriter("sitemapindex", "sitemap");
    }

    /**
     * Adds an address; one that is too long for a sitemap is left out.
     *
     * @param time of its last change, a date or a time in UTC; null if it may change at any time
     */
    void add(String address, @Nullable String time) {
        if (address.length() > LONGEST) {
            return;
        }
        xml.start(entry).start("loc").text(address).end();
        if (time != null) {
            xml.start("lastmod").text(time).end();
        }
        xml.end();
    }

    /** Ends the document and returns it in UTF-8. */
    byte[] end() {
        return xml.end().document();
    }
}
