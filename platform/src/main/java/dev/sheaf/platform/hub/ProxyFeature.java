package dev.sheaf.platform.hub;

import java.util.List;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.server.ServerStartException;

/** The live proxy, under {@code /proxy} and as a plain HTTP proxy. */
public final class ProxyFeature implements Feature {

    @Override
    public List<Setting> settings() {
        return List.of(Setting.PROXY_PORT);
    }

    @Override
    public List<ServeOption> serveOptions() {
        return List.of(new ServeOption(Setting.PROXY_PORT, "N",
                "also be a plain HTTP proxy on this port, which repairs responses of registered sources; 0 for any free port"));
    }

    @Override
    public HubPart open(HubContext hub) throws ServerStartException {
        return HubProxy.open(hub);
    }
}
