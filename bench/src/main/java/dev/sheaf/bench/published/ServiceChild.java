package dev.sheaf.bench.published;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import dev.sheaf.bench.Filling;
import dev.sheaf.bench.Usage;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** Harvests a repository and indexes the records: data directory, base URL, metadata prefixes. */
final class ServiceChild {

    private ServiceChild() {}

    /** Harvests and indexes, then reports. */
    public static void main(String[] arguments) throws IOException {
        Path data = Path.of(arguments[0]);
        List<MetadataPrefix> prefixes = new ArrayList<>();
        for (int i = 2; i < arguments.length; i++) {
            prefixes.add(new MetadataPrefix(arguments[i]));
        }
        try (HubStore store = HubStores.open(data, Filling.IDENTITY, InstantSource.system());
                HttpFetcher fetcher = new HttpFetcher()) {
            Source source = Source.harvested("copy", arguments[1]);
            store.put(source);
            double cpu = Usage.cpuSeconds();
            long begun = System.nanoTime();
            HarvestOutcome outcome = new Harvester(fetcher, FetchRules.DEFAULT, InstantSource.system(),
                    (time, reason) -> {}).harvest(source, HarvestOptions.DEFAULT.withLists(prefixes, List.of()), store,
                            ProgressListener.NONE);
            if (!outcome.isComplete()) {
                throw new IOException("the harvest ended so: " + outcome);
            }
            System.out.println("harvest.seconds=" + (System.nanoTime() - begun) / 1e9);
            System.out.println("harvest.cpu=" + (Usage.cpuSeconds() - cpu));
            System.out.println("records=" + outcome.counts().received());
            cpu = Usage.cpuSeconds();
            begun = System.nanoTime();
            try (SearchIndexer indexer = new SearchIndexer(store, data.resolve("index"))) {
                indexer.catchUp();
            }
            System.out.println("index.seconds=" + (System.nanoTime() - begun) / 1e9);
            System.out.println("index.cpu=" + (Usage.cpuSeconds() - cpu));
        }
        Usage.report();
    }
}
