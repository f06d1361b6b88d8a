package dev.sheaf.platform.crawl;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.dumps.DumpFeature;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.provider.flow.RequestLimit;

/** Sitemaps and bins of links, through which crawlers reach every record without a search, and the budget of pages for each network. */
public final class CrawlFeature implements Feature {

    /** Pages of one network in a minute. */
    static final Setting BUDGET = new Setting("page-budget", "600", false, CrawlFeature::pages,
            "pages that the clients of one network (the first 24 bits of IPv4, 48 of IPv6) may ask for in a minute; further ones get status 429; 0 for no limit");

    private static int pages(String text) {
        if (text.strip().matches("[0-9]{1,6}")) {
            return Integer.parseInt(text.strip());
        }
        throw new IllegalArgumentException("expected is a whole number from 0 to " + (RequestLimit.MOST_REQUESTS - 1));
    }

    @Override
    public List<Setting> settings() {
        return List.of(BUDGET);
    }

    @Override
    public HubPart open(HubContext hub) {
        List<Endpoint> endpoints = new ArrayList<>();
        int budget = pages(hub.setting(BUDGET).orElseThrow());
        if (budget > 0) {
            endpoints.add(
                    new NetworkBudget(budget, hub.options().clients(), hub.baseUrl(), hub.setting(DumpFeature.DUMPS).isPresent(),
                            hub.clock()));
        }
        endpoints.add(new CrawlEndpoint(hub));
        return HubPart.of(endpoints.toArray(Endpoint[]::new));
    }
}
