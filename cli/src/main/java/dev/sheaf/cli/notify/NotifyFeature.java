package dev.sheaf.cli.notify;

import java.util.List;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.hub.HubSync;

/** Feature of notifications and pushes, sent and received, by commands and by a hub. */
public final class NotifyFeature implements Feature {

    @Override
    public List<Class<?>> commands() {
        return List.of(NotifyCommand.class, PushCommand.class);
    }

    @Override
    public List<Setting> settings() {
        return List.of(Setting.NOTIFY_WINDOW, Setting.NOTIFY_INTERVAL, Setting.NOTIFY_BUDGET, Setting.PRIVATE_SUBSCRIBERS);
    }

    @Override
    public HubPart open(HubContext hub) {
        return new HubSync(hub);
    }
}
