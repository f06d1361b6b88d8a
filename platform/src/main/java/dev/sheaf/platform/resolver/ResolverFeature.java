package dev.sheaf.platform.resolver;

import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;

/** The resolver of identifiers, under {@code /id/}. */
public final class ResolverFeature implements Feature {

    @Override
    public HubPart open(HubContext hub) {
        return HubPart.of(new ResolverEndpoint(hub));
    }
}
