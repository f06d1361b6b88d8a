package dev.sheaf.platform.hub;

import java.util.List;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.proxy.ClientStatement;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ForwardedHeader;
import dev.sheaf.platform.server.ServerStartException;

/** The live proxy, under {@code /proxy} and as a plain HTTP proxy. */
public final class ProxyFeature implements Feature {

    /** Header in which a source learns the address of the harvester. */
    static final Setting CLIENT_HEADER = new Setting("proxy-client-header", ForwardedHeader.X_FORWARDED_FOR.text(), false,
            text -> ClientStatement.of(text, ClientAddresses.DIRECT),
            "header in which the live proxy tells a source the public address of the harvester: X-Forwarded-For, Forwarded or none");

    @Override
    public List<Setting> settings() {
        return List.of(Setting.PROXY_PORT, CLIENT_HEADER);
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
