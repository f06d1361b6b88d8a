package dev.sheaf.platform.sync;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.SourceDescription;

/**
 * A sink around another. It passes every call that a subclass does not override on to the inner sink: a call that a subclass forgets is answered
 * by the sink that knows, and not wrongly.
 */
abstract class SinkAround implements RecordSink {

    private final RecordSink inner;

    SinkAround(RecordSink inner) {
        this.inner = inner;
    }

    @Override
    public Optional<Checkpoint> checkpoint(String source, Selection asked) {
        return inner.checkpoint(source, asked);
    }

    @Override
    public long begin(String source, Instant at) {
        return inner.begin(source, at);
    }

    @Override
    public void describe(String source, SourceDescription description) {
        inner.describe(source, description);
    }

    @Override
    public Counts save(Batch batch) {
        return inner.save(batch);
    }

    @Override
    public List<Integer> differing(String source, Batch.Part part) {
        return inner.differing(source, part);
    }

    @Override
    public Map<String, Datestamp> known(String source, MetadataPrefix prefix, Collection<String> identifiers) {
        return inner.known(source, prefix, identifiers);
    }

    @Override
    public ServerProfile profile(String source) {
        return inner.profile(source);
    }

    @Override
    public void keepProfile(String source, ServerProfile profile) {
        inner.keepProfile(source, profile);
    }

    @Override
    public void end(long run, HarvestOutcome outcome, Instant at) {
        inner.end(run, outcome, at);
    }
}
