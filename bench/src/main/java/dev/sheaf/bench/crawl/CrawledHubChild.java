package dev.sheaf.bench.crawl;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

import dev.sheaf.bench.Filling;
import dev.sheaf.bench.Usage;
import dev.sheaf.cli.Features;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ForwardedHeader;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/**
 * A hub with its usual settings that believes this machine's {@code X-Forwarded-For}. Argument: the data directory. Answers each line of input
 * with the CPU seconds so far.
 */
public final class CrawledHubChild {

    private CrawledHubChild() {}

    /** Runs until standard input ends. */
    public static void main(String[] arguments) throws Exception {
        Path data = Path.of(arguments[0]);
        InstantSource clock = InstantSource.system();
        try (HubStore store = HubStores.open(data, Filling.IDENTITY, clock)) {
            try (SearchIndexer indexer = new SearchIndexer(store, Hub.indexOf(data))) {
                indexer.catchUp();
            }
            store.administration().putFirst(AdminPassword.hash(AdminPassword.generate()), clock.instant());
            HubOptions options = new HubOptions(500, RepositoryOptions.OfAll.DEFAULTS,
                    new ClientAddresses(List.of(AddressBlock.parse("127.0.0.1")), ForwardedHeader.X_FORWARDED_FOR));
            try (Hub hub = Hub.start(data, store, ServerSettings.of("127.0.0.1", 0, null), options, Features.ALL, clock)) {
                System.out.println("url=" + hub.baseUrl());
                System.out.println("ready");
                while (System.in.read() >= 0) {
                    System.out.println("cpu=" + Usage.cpuSeconds());
                    System.out.println("ready");
                }
            }
        }
        Usage.report();
    }
}
