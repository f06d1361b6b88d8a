package dev.sheaf.store.example;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** Keeps records in a store, and reads one as the repository of its source shows it. */
final class KeepRecords {

    private KeepRecords() {}

    static Optional<OaiRecord> keep(Path dataDir, List<OaiRecord> records, String identifier, InstantSource clock) {
        HubIdentity identity = new HubIdentity("My records", "admin@example.org", "example.org");
        try (HubStore store = HubStores.open(dataDir, identity, clock)) {
            store.put(Source.imported("books", "Books"));
            long run = store.begin("books", clock.instant());
            Counts counts = store.save(new Batch("books", run, MetadataFormat.OAI_DC, records));
            store.end(run, new HarvestOutcome(Verdict.COMPLETE, "", counts, 1), clock.instant());
            return store.repository("books", "https://example.org/oai").orElseThrow().record(identifier, MetadataPrefix.OAI_DC);
        }
    }
}
