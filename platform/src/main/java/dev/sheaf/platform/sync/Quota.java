package dev.sheaf.platform.sync;

import java.time.InstantSource;
import java.util.Optional;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceCare;

/**
 * Check during one run that the records of a source stay within its storage quota: the operator's, or the default one. The source is paused if
 * they exceed it. The store is measured at the beginning of the run, and again when the records since then might exceed the quota; stored
 * records are compressed.
 *
 * <p>Measuring reads the size of every record. A source with the default quota is therefore measured only after a run has received a
 * twentieth of it, so that ordinary runs cost nothing.
 */
final class Quota {

    /** Share of the default quota, as a divisor, that a run receives before the store is measured. */
    private static final int UNMEASURED_SHARE = 20;

    private final HubStore store;
    private final String source;
    private final InstantSource clock;
    private final long quota;
    private final boolean isDefault;
    private long measured;
    /** Number of received bytes after which the store is measured. */
    private long next;
    private long since;

    Quota(HubStore store, String source, InstantSource clock) {
        this(store, source, clock, store.statistics().diskBytes());
    }

    /**
     * @param disk size of the disk that the store is on
     */
    Quota(HubStore store, String source, InstantSource clock, long disk) {
        this.store = store;
        this.source = source;
        this.clock = clock;
        SourceCare care = store.monitoring().of(source);
        this.isDefault = care.quota() == null;
        this.quota = care.quotaOn(disk);
        if (isDefault) {
            next = quota / UNMEASURED_SHARE;
        } else if (quota != SourceCare.NO_QUOTA) {
            measure();
        } else {
            next = Long.MAX_VALUE;
        }
    }

    private void measure() {
        measured = store.statistics().bytes(source);
        next = Math.max(quota - measured, isDefault ? quota / UNMEASURED_SHARE : 0);
        since = 0;
    }

    /** Returns why nothing more may be saved; empty while the quota is not reached. */
    Optional<String> reached() {
        return measured < quota
                ? Optional.empty()
                : Optional.of("the records of the source take " + megabytes(measured) + " of the store, its quota is "
                        + megabytes(quota) + (isDefault ? " by default" : "") + ". To let it go on: sheaf source set " + source
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
        if (next == Long.MAX_VALUE) {
            return Optional.empty();
        }
        for (Batch.Part part : batch.parts()) {
            for (OaiRecord record : part.records()) {
                since += record.identifier().length() + record.contentBytes();
            }
        }
        if (since < next) {
            return Optional.empty();
        }
        measure();
        Optional<String> reached = reached();
        if (reached.isPresent()) {
            store.control().pause(source, clock.instant());
        }
        return reached;
    }
}
