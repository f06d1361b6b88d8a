package dev.sheaf.transfer.exports;

import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.StoreException;

/**
 * Sink that writes harvested records to the output at once and stores nothing. It reports faults of records with each page, because they
 * cannot be looked up later.
 */
public final class OutputSink implements RecordSink {

    /** Receiver of faults of records. */
    @FunctionalInterface
    public interface Faults {

        /**
         * Reports that a page was written.
         *
         * @param batch page with its refused and repaired records
         */
        void of(Batch batch) throws IOException;
    }

    private final RecordOutput output;
    private final Faults faults;

    /**
     * @param output writer of records; the caller ends it
     * @param faults called by one thread at a time
     */
    public OutputSink(RecordOutput output, Faults faults) {
        this.output = output;
        this.faults = faults;
    }

    @Override
    public Optional<Checkpoint> checkpoint(String source, Selection asked) {
        return Optional.empty();
    }

    @Override
    public long begin(String source, Instant at) {
        return 1;
    }

    @Override
    public void describe(String source, SourceDescription description) {
        // Only records are written.
    }

    @Override
    public synchronized Counts save(Batch batch) {
        long live = 0;
        long deleted = 0;
        try {
            for (Batch.Part part : batch.parts()) {
                for (OaiRecord record : part.records()) {
                    output.write(new ExportedRecord(batch.source(), part.format().prefix(), record, record.header().datestamp()));
                    if (record.deleted()) {
                        deleted++;
                    } else {
                        live++;
                    }
                }
            }
            faults.of(batch);
        } catch (IOException failure) {
            throw new StoreException("cannot write the records: " + failure.getMessage(), failure);
        }
        return new Counts(live, 0, 0, deleted, batch.quarantined().size());
    }

    @Override
    public List<Integer> differing(String source, Batch.Part part) {
        return List.of();
    }

    @Override
    public Map<String, Datestamp> known(String source, MetadataPrefix prefix, Collection<String> identifiers) {
        return Map.of();
    }

    @Override
    public ServerProfile profile(String source) {
        return ServerProfile.UNKNOWN;
    }

    @Override
    public void keepProfile(String source, ServerProfile profile) {
        // Not part of the file.
    }

    @Override
    public void end(long run, HarvestOutcome outcome, Instant at) {
        // The caller of the harvest reports its outcome.
    }
}
