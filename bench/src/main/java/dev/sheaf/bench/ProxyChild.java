package dev.sheaf.bench;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.proxy.LiveProxy;
import dev.sheaf.platform.proxy.ProxyEndpoint;
import dev.sheaf.platform.server.ContentCoding;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** Hub that only runs the proxy. Arguments: data directory, and base URLs of its sources, which are named s0, s1 and so on. */
final class ProxyChild {

    private ProxyChild() {}

    /** Runs until standard input ends. */
    public static void main(String[] arguments) throws Exception {
        InstantSource clock = InstantSource.system();
        try (HubStore store = HubStores.open(Path.of(arguments[0]),
                new HubIdentity("Bench", "admin@hub.example.org", "hub.example.org"), clock);
                HttpFetcher fetcher = new HttpFetcher(clock);
                HubServer server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null))) {
            for (int i = 1; i < arguments.length; i++) {
                store.put(Source.harvested("s" + (i - 1), arguments[i]));
            }
            LiveProxy proxy = new LiveProxy(store, fetcher, FetchRules.DEFAULT,
                    new LiveProxy.Place(TokenKey.of(store.tokenSecret()), "admin@hub.example.org",
                            server.baseUrl() + Routes.PROXY + "/", ContentCoding.declared()),
                    clock);
            server.start(List.of(new ProxyEndpoint(proxy, store, FlowGates.OPEN, server.baseUrl())));
            System.out.println("url=" + server.baseUrl());
            System.out.println("ready");
            while (System.in.read() >= 0) {
                // Runs until the end of standard input.
            }
            proxy.close();
        }
        System.out.println("peak=" + Usage.peakMegabytes());
        System.out.printf("cpu=%.1f%n", Usage.cpuSeconds());
    }
}
