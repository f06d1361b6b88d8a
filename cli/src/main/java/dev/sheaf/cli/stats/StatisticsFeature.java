package dev.sheaf.cli.stats;

import java.util.List;

import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.web.stats.StatsPages;

/** Feature of synchronisation metrics: a command and pages. */
public final class StatisticsFeature implements Feature {

    @Override
    public List<Class<?>> commands() {
        return List.of(StatsCommand.class);
    }

    @Override
    public HubPart open(HubContext hub) {
        return HubPart.of(new StatsPages(hub.store(), hub.baseUrl(), hub.clock(), hub.access()));
    }
}
