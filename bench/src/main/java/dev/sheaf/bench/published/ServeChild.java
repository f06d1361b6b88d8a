package dev.sheaf.bench.published;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

import dev.sheaf.bench.Filling;
import dev.sheaf.bench.Usage;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.OaiEndpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** Serves the published files of a data directory over HTTP, and reports its CPU seconds whenever it is asked. */
final class ServeChild {

    private ServeChild() {}

    /** Serves until standard input ends. */
    public static void main(String[] arguments) throws IOException, ServerStartException {
        try (HubStore store = HubStores.open(Path.of(arguments[0]), Filling.IDENTITY, InstantSource.system());
                HubServer server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null))) {
            ProviderSettings settings = ProviderSettings.of(server.baseUrl(), TokenKey.of(store.tokenSecret()));
            server.start(List.of(new OaiEndpoint(settings, () -> store.aggregate(server.baseUrl() + Routes.OAI),
                    id -> store.repository(id, server.baseUrl() + Routes.oai(id)), SegmentCache.fittingMemory())));
            System.out.println("url=" + server.baseUrl() + Routes.oai(PublishChild.SOURCE));
            System.out.println("ready");
            while (System.in.read() >= 0) {
                System.out.println("cpu=" + Usage.cpuSeconds());
                System.out.println("ready");
            }
            Usage.report();
        }
    }
}
