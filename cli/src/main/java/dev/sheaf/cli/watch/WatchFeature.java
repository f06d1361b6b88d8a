package dev.sheaf.cli.watch;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.hub.HubWatch;
import dev.sheaf.platform.watch.WatchSettings;

/** The watch over the conformance of repositories, by commands and by a hub. */
public final class WatchFeature implements Feature {

    @Override
    public List<Class<?>> commands() {
        return List.of(WatchCommand.class, RegistryCommand.class);
    }

    @Override
    public List<Setting> settings() {
        List<Setting> settings = new ArrayList<>(WatchSettings.ALL);
        settings.add(Setting.QUIET_HOURS);
        return settings;
    }

    @Override
    public HubPart open(HubContext hub) {
        return new HubWatch(hub);
    }
}
