package dev.sheaf.platform.sync;

import java.util.Optional;

import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.platform.store.SourceLease;
import dev.sheaf.platform.store.SqliteRecordStore;

/**
 * Harvests a source into the store, with what belongs around it: the lease, so that one run at a time fills a source, and oai_dc for sources
 * that have none. Commands and the scheduler use the same. Thread-safe.
 */
public final class SourceHarvest {

    private final SqliteRecordStore store;
    private final Harvester harvester;

    /** @param harvester makes the requests */
    public SourceHarvest(SqliteRecordStore store, Harvester harvester) {
        this.store = store;
        this.harvester = harvester;
    }

    /**
     * One run.
     *
     * @param source registered, with a base URL
     * @return how it ended; empty when somebody else is filling the source at this moment
     */
    public Optional<HarvestOutcome> run(Source source, HarvestOptions options, ProgressListener listener) {
        Optional<SourceLease> lease = SourceLease.tryTake(store.dataDir(), source.id());
        if (lease.isEmpty()) {
            return Optional.empty();
        }
        try (SourceLease _ = lease.get()) {
            HarvestOutcome outcome = harvester.harvest(source, options,
                    new DerivingSink(store, options.prefixes(), options.cancelled()), listener);
            adoptName(store, source.id());
            return Optional.of(outcome);
        }
    }

    /** A source that nobody has named takes the name that its repository gives itself. */
    private static void adoptName(RecordStore store, String id) {
        Optional<Source> current = store.source(id);
        Optional<String> told = store.description(id).map(SourceDescription::identify).map(RepositoryDescription::repositoryName)
                .map(String::strip).filter(name -> !name.isEmpty());
        if (current.isPresent() && current.get().name() == null && told.isPresent()) {
            Source known = current.get();
            store.put(new Source(known.id(), known.kind(), known.baseUrl(), told.get(), known.prefixes(), known.sets(),
                    known.settings()));
        }
    }
}
