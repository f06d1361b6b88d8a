package dev.sheaf.platform.openurl;

import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.usage.RelatedRecords;
import dev.sheaf.platform.usage.UsageFeature;

/** The OpenURL resolver, under {@code /openurl}. */
public final class OpenUrlFeature implements Feature {

    /** Creates the feature. */
    public OpenUrlFeature() {}

    @Override
    public HubPart open(HubContext hub) {
        return HubPart.of(new OpenUrlEndpoint(hub,
                hub.setting(UsageFeature.USAGE_LOGS).isPresent() ? new RelatedRecords(hub.store()) : null));
    }
}
