package dev.sheaf.platform.hub;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.HttpFetcher;
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

/** The live proxy of a hub: its endpoint, and the port on which it is a plain HTTP proxy, if there is to be one. Thread-safe. */
final class HubProxy implements AutoCloseable {

    private final LiveProxy proxy;
    private final Endpoint endpoint;
    private final @Nullable HubServer plain;

    private HubProxy(LiveProxy proxy, Endpoint endpoint, @Nullable HubServer plain) {
        this.proxy = proxy;
        this.endpoint = endpoint;
        this.plain = plain;
    }

    /**
     * Makes ready; the plain proxy answers from now on.
     *
     * @param fetcher the hub's
     * @param settings of the hub, whose interface the plain proxy listens on
     * @throws ServerStartException when its port cannot be had
     */
    static HubProxy start(HubStore store, String hubUrl, ServerSettings settings, HubOptions options,
            HttpFetcher fetcher, InstantSource clock)
            throws ServerStartException {
        HubOptions.Proxying proxying = options.proxying();
        HubServer plain = proxying.port() == null
                ? null
                : HubServer.listen(new ServerSettings(settings.host(), proxying.port(), null, settings.idleTimeout(),
                        settings.stopTimeout()));
        LiveProxy proxy = new LiveProxy(store, fetcher, options.rules(),
                new LiveProxy.Place(TokenKey.of(store.tokenSecret()), proxying.adminEmail(), hubUrl + Routes.PROXY + "/",
                        ContentCoding.declared()),
                clock);
        FlowGates flow = options.proxyFlow(clock);
        AccessPolicy access = options.access();
        HubProxy made = new HubProxy(proxy, new ProxyEndpoint(proxy, store, flow, access, hubUrl), plain);
        try {
            if (plain != null) {
                plain.knowing(options.clients(), null)
                        .start(List.of(new ForwardEndpoint(proxy, store, flow, access, hubUrl, clock)));
            }
            return made;
        } catch (ServerStartException | RuntimeException failure) {
            made.close();
            throw failure;
        }
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Returns the address at which the plain proxy listens; empty when there is none. */
    Optional<String> address() {
        return Optional.ofNullable(plain).map(HubServer::baseUrl);
    }

    /** To be closed behind the server whose endpoint it has. */
    @Override
    public void close() {
        if (plain != null) {
            plain.close();
        }
        proxy.close();
    }
}
