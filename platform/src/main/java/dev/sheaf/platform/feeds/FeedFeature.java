package dev.sheaf.platform.feeds;

import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;

/** Atom feeds, at {@code /feed.atom}. */
public final class FeedFeature implements Feature {

    @Override
    public HubPart open(HubContext hub) {
        return HubPart.of(new FeedEndpoint(hub));
    }
}
