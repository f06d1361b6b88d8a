/** Crawlers of a hub: what one must request to read every record, what that costs the hub, and what readers notice of thousands. */
@NullMarked
package dev.sheaf.bench.crawl;

import org.jspecify.annotations.NullMarked;
