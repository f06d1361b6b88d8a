package dev.sheaf.bench.exactness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Optional;
import java.util.stream.Stream;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** A service provider that harvests descriptions and terms, and indexes them. It never sees a text. Belongs to one thread. */
final class ServiceProvider implements AutoCloseable {

    private final Path folder;
    private final IndexPolicy policy;
    private final HubStore store;
    private final HttpFetcher fetcher = new HttpFetcher();
    private final SourceHarvest harvests;
    private final SearchIndexer indexer;
    private final SearchIndex index;
    private int rebuilt;

    /** @param policy by which it searches full texts */
    ServiceProvider(Path folder, IndexPolicy policy, InstantSource clock) throws IOException {
        this.folder = folder;
        this.policy = policy;
        Files.createDirectories(folder);
        store = HubStores.open(folder.resolve("data"),
                new HubIdentity("Service", "admin@service.example.org", "service.example.org"),
                clock);
        // Providers on the same machine need no rests between requests.
        Pause none = (time, reason) -> {};
        harvests = new SourceHarvest(store, new Harvester(fetcher, FetchRules.DEFAULT, clock, none), clock);
        indexer = new SearchIndexer(store, folder.resolve("index"), policy);
        index = RecordIndex.open(folder.resolve("index"));
    }

    /** Registers a provider. */
    void add(TextProvider provider) {
        store.put(Source.harvested(provider.id(), provider.baseUrl()));
    }

    /**
     * Harvests what is new at a provider.
     *
     * @param full true to harvest all its records again
     */
    void harvest(TextProvider provider, boolean full) {
        Source source = store.source(provider.id()).orElseThrow();
        Optional<HarvestOutcome> outcome = harvests.run(source,
                full ? HarvestOptions.DEFAULT.withFull(true) : HarvestOptions.DEFAULT,
                ProgressListener.NONE);
        if (outcome.isEmpty() || !outcome.get().isComplete()) {
            throw new IllegalStateException("the harvest of " + provider.id() + " ended so: " + outcome);
        }
    }

    /** Brings the index up to date and returns it. */
    SearchIndex index() {
        indexer.catchUp();
        index.refresh();
        return index;
    }

    /** Builds another index from the store at once. The caller closes it. */
    SearchIndex rebuilt() throws IOException {
        Path other = folder.resolve("rebuilt-" + rebuilt++);
        try (SearchIndexer again = new SearchIndexer(store, other, policy)) {
            again.catchUp();
        }
        SearchIndex opened = RecordIndex.open(other);
        // The files stay readable as long as they are open.
        try (Stream<Path> files = Files.walk(other)) {
            files.sorted(Collections.reverseOrder()).forEach(file -> file.toFile().delete());
        }
        return opened;
    }

    @Override
    public void close() {
        indexer.close();
        index.close();
        fetcher.close();
        store.close();
    }
}
