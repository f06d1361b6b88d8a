package dev.sheaf.platform.sync.derive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.formats.crosswalk.TargetFormat;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.ItemCopy;

/**
 * Step of a run that adds to every item an oai_dc record (S3.4: a repository disseminates it), and records in the formats that the operator
 * has chosen. Thread-safe.
 *
 * <p>Formats that the run does not deliver are derived from each batch and saved in the same transaction. For a format that the source
 * offers, the step waits until the end of the run and derives only records that are then missing, so that no record gets two datestamps.
 * The cost is a look-up for unchanged records and a transformation for the others.
 */
public final class DerivingStep {

    private final HubStore store;
    private final DerivedFormats formats;
    private final BooleanSupplier stopped;
    private final List<MetadataPrefix> prefixes;
    private final Map<String, List<DerivedRecords.Target>> atOnce = new ConcurrentHashMap<>();

    /**
     * Creates the step for all records that a run saves.
     *
     * @param prefixes formats of the run; empty for those of the source
     * @param stopped true if the run was cancelled; the next run then derives the missing records
     */
    public DerivingStep(HubStore store, List<MetadataPrefix> prefixes, BooleanSupplier stopped) {
        this.store = store;
        this.formats = new DerivedFormats(store, stopped);
        this.stopped = stopped;
        this.prefixes = List.copyOf(prefixes);
    }

    /** Prepares a run of a source. */
    public void begin(String source) {
        formats.prepare(source);
        atOnce.remove(source);
    }

    /** Reports that the description of a source was stored. */
    public void described(String source) {
        atOnce.remove(source);
    }

    /** Returns the records that are derived from a batch and saved with it. */
    public DerivedRecords of(Batch batch) {
        List<DerivedRecords.Target> targets = atOnce.computeIfAbsent(batch.source(), this::atOnce);
        Map<String, ItemForms> items = targets.isEmpty() ? Map.of() : changed(batch, targets);
        DerivedRecords records = new DerivedRecords(store, batch.source(), targets);
        items.values().forEach(item -> records.add(item, withdrawn(item)));
        return records;
    }

    /** Returns the sequence number of a new withdrawal, because derived records may be based on the withdrawn record. */
    private static long withdrawn(ItemForms item) {
        return item.hasNewDeletion() ? ItemForms.NEW : 0;
    }

    /** Ends the run of a source: derives the missing records. */
    public void end(String source) {
        if (!stopped.getAsBoolean()) {
            formats.catchUp(source, _ -> {});
        }
    }

    /** Records of a part of a batch that differ from the stored ones. */
    private record Changed(MetadataPrefix prefix, List<OaiRecord> records) {}

    /** Returns the items that a batch changes, with their new content. */
    private Map<String, ItemForms> changed(Batch batch, List<DerivedRecords.Target> targets) {
        boolean onlyOaiDc = targets.stream()
                .allMatch(target -> target.format().equals(TargetFormat.OAI_DC) && target.own().isEmpty());
        List<Changed> differing = new ArrayList<>();
        Set<String> identifiers = new HashSet<>();
        for (Batch.Part part : batch.parts()) {
            Batch.Part relevant = onlyOaiDc && part.format().prefix().equals(MetadataPrefix.OAI_DC)
                    ? part.only(OaiRecord::deleted)
                    : part;
            if (relevant.records().isEmpty()) {
                continue;
            }
            List<OaiRecord> records = new ArrayList<>();
            store.differing(batch.source(), relevant).forEach(index -> records.add(relevant.records().get(index)));
            records.forEach(record -> identifiers.add(record.identifier()));
            differing.add(new Changed(part.format().prefix(), records));
        }
        if (identifiers.isEmpty()) {
            return Map.of();
        }
        Map<String, List<ItemCopy>> copies = store.derivations().copies(batch.source(), identifiers);
        Map<String, ItemForms> items = new LinkedHashMap<>();
        differing.forEach(part -> part.records().forEach(record -> items
                .computeIfAbsent(record.identifier(),
                        identifier -> new ItemForms(store, batch.source(), identifier,
                                copies.getOrDefault(identifier, List.of())))
                .deliver(part.prefix(), record)));
        addUnchanged(batch, items);
        return items;
    }

    /** Adds unchanged oai_dc records of the same batch. Otherwise a second oai_dc would be derived. */
    private static void addUnchanged(Batch batch, Map<String, ItemForms> items) {
        for (Batch.Part part : batch.parts()) {
            for (OaiRecord record : part.records()) {
                ItemForms item = items.get(record.identifier());
                if (item != null && item.in(part.format().prefix()).filter(form -> !form.derived()).isEmpty()) {
                    item.deliver(part.format().prefix(), record);
                }
            }
        }
    }

    /** Returns the formats that the source does not offer or the run does not request. */
    private List<DerivedRecords.Target> atOnce(String source) {
        Set<MetadataPrefix> expected = expected(source);
        return formats.targets(source).stream().filter(target -> !expected.contains(target.format().prefix())).toList();
    }

    private Set<MetadataPrefix> expected(String source) {
        List<MetadataPrefix> wanted = prefixes.isEmpty()
                ? store.source(source).map(Source::prefixes).orElse(List.of())
                : prefixes;
        if (!wanted.isEmpty()) {
            return Set.copyOf(wanted);
        }
        boolean harvested = store.source(source).map(Source::kind)
                .filter(Source.Kind::isRepository).isPresent();
        List<MetadataFormat> offered = store.description(source).map(SourceDescription::formats).orElse(null);
        Set<MetadataPrefix> expected = new HashSet<>();
        if (harvested && offered != null) {
            offered.forEach(format -> expected.add(format.prefix()));
        }
        return expected;
    }
}
