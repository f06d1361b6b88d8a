package dev.sheaf.platform.sync;

import java.time.InstantSource;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.store.HubStore;

/**
 * Check during one run that the records of a source stay within the storage quota of the operator. The source is paused if they exceed it.
 * The store is measured at the beginning of the run, and again when the records since then might exceed the quota; stored records are
 * compressed.
 */
final class Quota {

    private final HubStore store;
    private final String source;
    private final InstantSource clock;
    private final @Nullable Long quota;
    private long measured;
    private long since;

    Quota(HubStore store, String source, InstantSource clock) {
        this.store = store;
        this.source = source;
        this.clock = clock;
        this.quota = store.monitoring().of(source).quota();
        this.measured = quota == null ? 0 : store.statistics().bytes(source);
    }

    /** Returns why nothing more may be saved; empty while the quota is not reached. */
    Optional<String> reached() {
        return quota == null || measured < quota
                ? Optional.empty()
                : Optional.of("the records of the source take " + megabytes(measured) + " of the store, its quota is "
                        + megabytes(quota) + ". To let it go on: sheaf source set " + source
                        + " --option quota=SIZE, then sheaf source resume " + source);
    }

    private static String megabytes(long bytes) {
        return bytes < 10L << 20 ? (bytes >> 10) + " KB" : (bytes >> 20) + " MB";
    }

    /**
     * Adds saved records, and pauses the source if its quota is exceeded.
     *
     * @return why the source is paused; empty if it is not
     */
    Optional<String> saved(Batch batch) {
        if (quota == null) {
            return Optional.empty();
        }
        for (Batch.Part part : batch.parts()) {
            for (OaiRecord record : part.records()) {
                since += record.identifier().length() + record.contentBytes();
            }
        }
        if (measured + since < quota) {
            return Optional.empty();
        }
        measured = store.statistics().bytes(source);
        since = 0;
        Optional<String> reached = reached();
        if (reached.isPresent()) {
            store.control().pause(source, clock.instant());
        }
        return reached;
    }
}
