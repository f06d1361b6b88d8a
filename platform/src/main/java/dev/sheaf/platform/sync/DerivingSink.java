package dev.sheaf.platform.sync;

import java.time.Instant;
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
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.platform.crosswalk.TargetFormat;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.ItemCopy;
import dev.sheaf.store.records.LegalBatch;

/**
 * Gives every item an oai_dc record (S3.4: a repository disseminates it), and records in the formats that the source's operator wants.
 * Thread-safe.
 *
 * <p>Formats that the run will not bring itself are made of each batch and saved in the same transaction. A format that the source offers is
 * waited for: only records still lacking at the end of the run are made, so that none gets two datestamps. Costs a look-up for records that
 * came unchanged, a transformation for the others.
 */
public final class DerivingSink extends SinkAround {

    private final HubStore store;
    private final DerivedFormats formats;
    private final BooleanSupplier stopped;
    private final List<MetadataPrefix> prefixes;
    private final Map<String, List<DerivedRecords.Target>> atOnce = new ConcurrentHashMap<>();
    private final Map<Long, String> runs;

    /** Derives for all that is saved. */
    public DerivingSink(HubStore store) {
        this(store, List.of(), () -> false);
    }

    /** Derives for all that is saved, until a run is cancelled: what is lacking at its end is then left to the next. */
    public static DerivingSink untilCancelled(HubStore store) {
        Map<Long, String> runs = new ConcurrentHashMap<>();
        return new DerivingSink(store, List.of(), () -> runs.entrySet().stream()
                .anyMatch(run -> store.control().isCancelled(run.getValue(), run.getKey())), runs);
    }

    /**
     * Derives for all that is saved in a run.
     *
     * @param prefixes formats that the run is limited to; empty when it takes those of the source
     * @param stopped true when the run was cancelled: what is lacking at its end is then left to the next
     */
    public DerivingSink(HubStore store, List<MetadataPrefix> prefixes, BooleanSupplier stopped) {
        this(store, prefixes, stopped, new ConcurrentHashMap<>());
    }

    private DerivingSink(HubStore store, List<MetadataPrefix> prefixes, BooleanSupplier stopped,
            Map<Long, String> runs) {
        super(store);
        this.runs = runs;
        this.store = store;
        this.formats = new DerivedFormats(store, stopped);
        this.stopped = stopped;
        this.prefixes = List.copyOf(prefixes);
    }

    @Override
    public long begin(String source, Instant at) {
        formats.prepare(source);
        atOnce.remove(source);
        long run = store.begin(source, at);
        runs.put(run, source);
        return run;
    }

    @Override
    public void describe(String source, SourceDescription description) {
        store.describe(source, description);
        atOnce.remove(source);
    }

    @Override
    public Counts save(Batch received) {
        Batch batch = LegalBatch.of(received);
        List<DerivedRecords.Target> targets = atOnce.computeIfAbsent(batch.source(), this::atOnce);
        Map<String, ItemForms> items = targets.isEmpty() ? Map.of() : changed(batch, targets);
        if (items.isEmpty()) {
            return store.save(batch);
        }
        DerivedRecords records = new DerivedRecords(store, batch.source(), targets);
        items.values().forEach(item -> records.add(item, withdrawn(item)));
        Counts counts = store.save(records.addTo(batch));
        records.note();
        return counts;
    }

    /** A record derived before may have been made of a record that is withdrawn now. */
    private static long withdrawn(ItemForms item) {
        return item.hasNewDeletion() ? ItemForms.NEW : 0;
    }

    @Override
    public void end(long run, HarvestOutcome outcome, Instant at) {
        store.end(run, outcome, at);
        String source = runs.get(run);
        if (source != null && !stopped.getAsBoolean()) {
            formats.catchUp(source, _ -> {});
        }
        runs.remove(run);
    }

    /** The items of which something differs from what is stored, as they will stand. */
    private Map<String, ItemForms> changed(Batch batch, List<DerivedRecords.Target> targets) {
        boolean onlyOaiDc = targets.stream()
                .allMatch(target -> target.format().equals(TargetFormat.OAI_DC) && target.own().isEmpty());
        Map<Batch.Part, List<OaiRecord>> differing = new LinkedHashMap<>();
        Set<String> identifiers = new HashSet<>();
        for (Batch.Part part : batch.parts()) {
            Batch.Part relevant = onlyOaiDc && part.format().prefix().equals(MetadataPrefix.OAI_DC) ? deletions(part) : part;
            if (relevant.records().isEmpty()) {
                continue;
            }
            List<OaiRecord> records = new ArrayList<>();
            store.differing(batch.source(), relevant).forEach(index -> records.add(relevant.records().get(index)));
            records.forEach(record -> identifiers.add(record.identifier()));
            differing.put(part, records);
        }
        if (identifiers.isEmpty()) {
            return Map.of();
        }
        Map<String, List<ItemCopy>> copies = store.derivations().copies(batch.source(), identifiers);
        Map<String, ItemForms> items = new LinkedHashMap<>();
        differing.forEach((part, records) -> records.forEach(record -> items
                .computeIfAbsent(record.identifier(),
                        identifier -> new ItemForms(store, batch.source(), identifier,
                                copies.getOrDefault(identifier, List.of())))
                .deliver(part.format().prefix(), record)));
        addUnchanged(batch, items);
        return items;
    }

    /** An oai_dc that comes in the same batch must be seen, or another would be made beside it. */
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

    private static Batch.Part deletions(Batch.Part part) {
        return new Batch.Part(part.format(), part.records().stream().filter(OaiRecord::deleted).toList(), part.derived());
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
                .filter(kind -> kind == Source.Kind.HARVESTED || kind == Source.Kind.PUSHED).isPresent();
        List<MetadataFormat> offered = store.description(source).map(SourceDescription::formats).orElse(null);
        Set<MetadataPrefix> expected = new HashSet<>();
        if (harvested && offered != null) {
            offered.forEach(format -> expected.add(format.prefix()));
        }
        return expected;
    }
}
