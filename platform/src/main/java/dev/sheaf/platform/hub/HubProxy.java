package dev.sheaf.platform.hub;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.proxy.ClientStatement;
import dev.sheaf.platform.proxy.ForwardEndpoint;
import dev.sheaf.platform.proxy.LiveProxy;
import dev.sheaf.platform.proxy.ProxyEndpoint;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.ContentCoding;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.HubStore;

/** The live proxy of a hub: its endpoint, and the optional port of its plain HTTP proxy. Thread-safe. */
public final class HubProxy implements HubPart {

    private final LiveProxy proxy;
    private final Endpoint endpoint;
    private final @Nullable HubServer plain;

    private HubProxy(LiveProxy proxy, Endpoint endpoint, @Nullable HubServer plain) {
        this.proxy = proxy;
        this.endpoint = endpoint;
        this.plain = plain;
    }

    /**
     * Opens the proxy. The plain proxy answers from now on.
     *
     * @throws ServerStartException if the port is not available
     */
    public static HubProxy open(HubContext hub) throws ServerStartException {
        HubOptions options = hub.options();
        ServerSettings settings = hub.server();
        HubStore store = hub.store();
        String hubUrl = hub.baseUrl();
        InstantSource clock = hub.clock();
        HubOptions.Proxying proxying = options.proxying();
        HubServer plain = proxying.port() == null
                ? null
                : HubServer.listen(new ServerSettings(settings.host(), proxying.port(), null, settings.idleTimeout(),
                        settings.stopTimeout()), "--" + Setting.PROXY_PORT.key());
        LiveProxy proxy = new LiveProxy(store, hub.fetcher(), options.rules(),
                new LiveProxy.Place(TokenKey.of(store.tokenSecret()), proxying.adminEmail(), hubUrl + Routes.PROXY + "/",
                        ContentCoding.declared()),
                clock);
        FlowGates flow = options.proxyFlow(clock);
        AccessPolicy access = hub.access();
        ClientStatement statement = ClientStatement.of(hub.setting(ProxyFeature.CLIENT_HEADER).orElse(ClientStatement.NOTHING),
                options.clients());
        HubProxy made = new HubProxy(proxy, new ProxyEndpoint(proxy, store, flow, access, statement, hubUrl), plain);
        try {
            if (plain != null) {
                plain.knowing(options.clients(), null)
                        .start(List.of(new ForwardEndpoint(proxy, store, flow, access, statement, hubUrl, clock)));
            }
            return made;
        } catch (ServerStartException | RuntimeException failure) {
            made.close();
            throw failure;
        }
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(endpoint);
    }

    @Override
    public Optional<String> notice() {
        return address()
                .map(address -> "The HTTP proxy for harvesters is " + address + ", for the base URLs of registered sources.");
    }

    /** Returns the address of the plain proxy; empty if there is none. */
    public Optional<String> address() {
        return Optional.ofNullable(plain).map(HubServer::baseUrl);
    }

    @Override
    public void close() {
        if (plain != null) {
            plain.close();
        }
        proxy.close();
    }
}
