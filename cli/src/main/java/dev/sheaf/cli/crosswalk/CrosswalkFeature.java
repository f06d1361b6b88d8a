package dev.sheaf.cli.crosswalk;

import java.util.List;

import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.server.SchemaEndpoint;

/** Feature of crosswalks, and of the operator's formats with their schemas. */
public final class CrosswalkFeature implements Feature {

    @Override
    public List<Class<?>> commands() {
        return List.of(CrosswalkCommand.class, SchemaCommand.class);
    }

    @Override
    public HubPart open(HubContext hub) {
        return HubPart.of(new SchemaEndpoint(hub.store().ownSchemas()));
    }
}
