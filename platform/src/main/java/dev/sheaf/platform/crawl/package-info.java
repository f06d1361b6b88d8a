/** Ways for crawlers to reach every record: sitemaps, and bins of links below one entry page. */
@NullMarked
package dev.sheaf.platform.crawl;

import org.jspecify.annotations.NullMarked;
