package dev.sheaf.harvester;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.Repair;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.StoreException;

/** Keeps what a harvest brings where a test can look at it, and fails when told to. */
public final class RecordingSink implements RecordSink {

    final Map<MetadataPrefix, Map<String, OaiRecord>> records = new LinkedHashMap<>();
    final Map<Selection, Checkpoint> checkpoints = new HashMap<>();
    final List<Batch> batches = new ArrayList<>();
    final List<Quarantined> quarantined = new ArrayList<>();
    final List<Repair> repairs = new ArrayList<>();
    final List<SourceDescription> descriptions = new ArrayList<>();
    final List<HarvestOutcome> outcomes = new ArrayList<>();
    ServerProfile profile = ServerProfile.UNKNOWN;
    int failOnSave = -1;
    Runnable beforeSave = () -> {};

    @Override
    public synchronized Optional<Checkpoint> checkpoint(String source, Selection asked) {
        return Optional.ofNullable(checkpoints.get(asked));
    }

    @Override
    public synchronized long begin(String source, Instant at) {
        return outcomes.size() + 1L;
    }

    @Override
    public synchronized void describe(String source, SourceDescription description) {
        descriptions.add(description);
    }

    @Override
    public synchronized Counts save(Batch batch) {
        beforeSave.run();
        if (failOnSave >= 0 && batches.size() + 1 == failOnSave) {
            throw new StoreException("the disk is full: free some space");
        }
        batches.add(batch);
        Counts counts = new Counts(0, 0, 0, 0, batch.quarantined().size());
        for (Batch.Part part : batch.parts()) {
            for (OaiRecord record : part.records()) {
                counts = counts.plus(
                        keep(records.computeIfAbsent(part.format().prefix(), _ -> new LinkedHashMap<>()), record));
            }
        }
        quarantined.addAll(batch.quarantined());
        repairs.addAll(batch.repairs());
        Checkpoint checkpoint = batch.checkpoint();
        if (checkpoint != null) {
            checkpoints.put(checkpoint.asked(), checkpoint);
        }
        return counts;
    }

    private static Counts keep(Map<String, OaiRecord> list, OaiRecord record) {
        @Nullable
        OaiRecord old = list.put(record.identifier(), record);
        if (record.equals(old)) {
            return new Counts(0, 0, 1, 0, 0);
        }
        if (record.deleted()) {
            return new Counts(0, 0, 0, 1, 0);
        }
        return old == null ? new Counts(1, 0, 0, 0, 0) : new Counts(0, 1, 0, 0, 0);
    }

    @Override
    public synchronized List<Integer> differing(String source, Batch.Part part) {
        Map<String, OaiRecord> known = records.getOrDefault(part.format().prefix(), Map.of());
        return IntStream.range(0, part.records().size())
                .filter(index -> !part.records().get(index).equals(known.get(part.records().get(index).identifier()))).boxed()
                .toList();
    }

    @Override
    public synchronized Map<String, Datestamp> known(String source, MetadataPrefix prefix, Collection<String> identifiers) {
        Map<String, OaiRecord> known = records.getOrDefault(prefix, Map.of());
        Map<String, Datestamp> found = new HashMap<>();
        for (String identifier : identifiers) {
            OaiRecord record = known.get(identifier);
            if (record != null) {
                found.put(identifier, record.header().datestamp());
            }
        }
        return found;
    }

    @Override
    public synchronized ServerProfile profile(String source) {
        return profile;
    }

    @Override
    public synchronized void keepProfile(String source, ServerProfile learnt) {
        profile = learnt;
    }

    @Override
    public synchronized void end(long run, HarvestOutcome outcome, Instant at) {
        outcomes.add(outcome);
    }

    /** Identifiers of the records kept in oai_dc, in the order of their first coming. */
    List<String> identifiers() {
        return List.copyOf(records.getOrDefault(MetadataPrefix.OAI_DC, Map.of()).keySet());
    }
}
