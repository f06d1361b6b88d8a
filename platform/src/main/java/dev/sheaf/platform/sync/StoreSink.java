package dev.sheaf.platform.sync;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.store.HubStore;

/**
 * Base class of sinks that fill a source of the store. The store answers a harvester's questions about earlier runs; subclasses save
 * records with steps of their own.
 */
abstract class StoreSink implements RecordSink {

    final HubStore store;

    StoreSink(HubStore store) {
        this.store = store;
    }

    @Override
    public final Optional<Checkpoint> checkpoint(String source, Selection asked) {
        return store.checkpoint(source, asked);
    }

    @Override
    public final List<Integer> differing(String source, Batch.Part records) {
        return store.differing(source, records);
    }

    @Override
    public final Map<String, Datestamp> known(String source, MetadataPrefix prefix, Collection<String> identifiers) {
        return store.known(source, prefix, identifiers);
    }

    @Override
    public final ServerProfile profile(String source) {
        return store.profile(source);
    }

    @Override
    public final void keepProfile(String source, ServerProfile profile) {
        store.keepProfile(source, profile);
    }
}
