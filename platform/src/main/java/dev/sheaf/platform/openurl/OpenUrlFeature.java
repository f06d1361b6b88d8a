package dev.sheaf.platform.openurl;

import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;

/** The OpenURL resolver, under {@code /openurl}. */
public final class OpenUrlFeature implements Feature {

    /** Creates the feature. */
    public OpenUrlFeature() {}

    @Override
    public HubPart open(HubContext hub) {
        return HubPart.of(new OpenUrlEndpoint(hub));
    }
}
