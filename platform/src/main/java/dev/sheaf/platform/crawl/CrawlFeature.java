package dev.sheaf.platform.crawl;

import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;

/** Sitemaps and bins of links, through which crawlers reach every record without a search. */
public final class CrawlFeature implements Feature {

    @Override
    public HubPart open(HubContext hub) {
        return HubPart.of(new CrawlEndpoint(hub));
    }
}
