package dev.sheaf.publish.files;

/**
 * Bounds of a crawl.
 *
 * @param files in all trees together
 * @param depth of folders in each other
 * @param bytes of one file
 * @param follow true to follow symbolic links of local folders; loops are noticed
 */
public record CrawlBounds(int files, int depth, long bytes, boolean follow) {

    /** Enough for a large collection. */
    public static final CrawlBounds DEFAULT = new CrawlBounds(1_000_000, 64, 200L << 20, false);

    /** @throws IllegalArgumentException when a bound is not positive */
    public CrawlBounds {
        if (files < 1 || depth < 1 || bytes < 1) {
            throw new IllegalArgumentException("bounds are greater than 0");
        }
    }

    /** Returns true for names that belong to no collection: hidden and temporary files. */
    public static boolean isHidden(String name) {
        return name.startsWith(".") || name.endsWith("~") || name.startsWith("~$");
    }
}
