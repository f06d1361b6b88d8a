package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** A harvest of a repository into a store, as the hub does it, without the search index. */
final class HarvestChild {

    private HarvestChild() {}

    /** Harvests, then reports. */
    public static void main(String[] arguments) throws IOException {
        Path data = Path.of(arguments[0]);
        try (HubStore store = HubStores.open(data,
                Filling.IDENTITY, InstantSource.system());
                HttpFetcher fetcher = new HttpFetcher()) {
            Source source = Source.harvested("copy", arguments[1]);
            store.put(source);
            long begun = System.nanoTime();
            HarvestOutcome outcome = new Harvester(fetcher).harvest(source,
                    HarvestOptions.DEFAULT.withFull(arguments.length > 2 && arguments[2].equals("full")), store,
                    ProgressListener.NONE);
            System.out.println("seconds=" + (System.nanoTime() - begun) / 1e9);
            System.out.println("records=" + outcome.counts().received());
            System.out.println("same=" + outcome.counts().same());
            System.out.println("outcome=" + outcome);
        }
        Usage.report();
    }
}
