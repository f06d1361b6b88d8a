package dev.sheaf.platform.sync;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.platform.sync.derive.DerivedRecords;
import dev.sheaf.platform.sync.derive.DerivingStep;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.LegalBatch;

/** The store as the destination of an import. Saved records get their derived records ({@link DerivingStep}). Thread-safe. */
public final class DerivingSink extends StoreSink {

    private final DerivingStep deriving;
    private final Map<Long, String> runs = new ConcurrentHashMap<>();

    private DerivingSink(HubStore store, boolean untilCancelled) {
        super(store);
        this.deriving = new DerivingStep(store, List.of(), () -> untilCancelled && isCancelled());
    }

    /** Creates a sink that derives for all saved records. */
    public DerivingSink(HubStore store) {
        this(store, false);
    }

    /** Creates a sink that derives for all saved records until a run is cancelled. The next run derives the missing ones. */
    public static DerivingSink untilCancelled(HubStore store) {
        return new DerivingSink(store, true);
    }

    private boolean isCancelled() {
        return runs.entrySet().stream().anyMatch(run -> store.control().isCancelled(run.getValue(), run.getKey()));
    }

    @Override
    public long begin(String source, Instant at) {
        deriving.begin(source);
        long run = store.begin(source, at);
        runs.put(run, source);
        return run;
    }

    @Override
    public void describe(String source, SourceDescription description) {
        store.describe(source, description);
        deriving.described(source);
    }

    @Override
    public Counts save(Batch received) {
        Batch accepted = LegalBatch.of(received);
        DerivedRecords derived = deriving.of(accepted);
        Counts counts = store.save(derived.addTo(accepted));
        derived.note();
        return counts;
    }

    @Override
    public void end(long run, HarvestOutcome outcome, Instant at) {
        store.end(run, outcome, at);
        String source = runs.get(run);
        if (source != null) {
            deriving.end(source);
        }
        runs.remove(run);
    }
}
