package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;

import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** Brings the search index of a store up to date. */
final class IndexChild {

    private IndexChild() {}

    /** Indexes, then reports. */
    public static void main(String[] arguments) throws IOException {
        Path data = Path.of(arguments[0]);
        try (HubStore store = HubStores.open(data,
                Filling.IDENTITY, InstantSource.system());
                SearchIndexer indexer = new SearchIndexer(store, data.resolve("index"))) {
            long begun = System.nanoTime();
            indexer.catchUp();
            System.out.println("seconds=" + (System.nanoTime() - begun) / 1e9);
        }
        Usage.report();
    }
}
