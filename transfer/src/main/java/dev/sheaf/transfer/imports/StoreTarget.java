package dev.sheaf.transfer.imports;

import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.SourceDescription;

/** Target that saves imported records in the store and updates the description of the source. */
final class StoreTarget implements ImportTarget {

    private final RecordStore store;
    private final RecordSink sink;
    private final String source;
    private final long run;
    private final Naming naming;
    private final @Nullable Census census;
    private final InstantSource clock;
    private final BooleanSupplier cancelled;
    private final Map<String, OaiSet> sets = new LinkedHashMap<>();
    private final Set<String> namedNow = new HashSet<>();
    private boolean setsChanged = true;
    private int describedFormats = -1;

    /**
     * Creates the target of one run.
     *
     * @param census gets the identifiers of the records; null if the files are not the whole repository
     * @param cancelled returns true if the run was cancelled
     */
    StoreTarget(RecordStore store, RecordSink sink, String source, long run, Naming naming, @Nullable Census census,
            InstantSource clock, BooleanSupplier cancelled) {
        this.cancelled = cancelled;
        this.store = store;
        this.sink = sink;
        this.source = source;
        this.run = run;
        this.naming = naming;
        this.census = census;
        this.clock = clock;
        // Names of sets that an operator gave stay, because a record only states specs.
        store.description(source).map(SourceDescription::sets)
                .ifPresent(known -> known.forEach(set -> sets.put(set.spec().value(), set)));
    }

    /**
     * Saves the name of a set. The first name in a run counts: rows may have different names for a set, and it must not change with every
     * page.
     */
    @Override
    public void name(OaiSet set) {
        if (namedNow.add(set.spec().value()) && !set.equals(sets.put(set.spec().value(), set))) {
            setsChanged = true;
        }
    }

    @Override
    public Counts save(List<Batch.Part> parts, List<Quarantined> quarantined) {
        for (Batch.Part part : parts) {
            for (OaiRecord record : part.records()) {
                for (SetSpec spec : record.header().sets()) {
                    sets.computeIfAbsent(spec.value(), value -> {
                        setsChanged = true;
                        return new OaiSet(spec, value);
                    });
                }
            }
        }
        describe();
        Counts counts = sink.save(new Batch(source, run, parts, quarantined, null, null));
        for (Batch.Part part : parts) {
            saw(part.format().prefix(), part.records().stream().map(OaiRecord::identifier).toList());
        }
        return counts;
    }

    private void describe() {
        List<MetadataFormat> formats = naming.formats().all();
        if (setsChanged || formats.size() != describedFormats) {
            sink.describe(source, new SourceDescription(null, formats, List.copyOf(sets.values())));
            setsChanged = false;
            describedFormats = formats.size();
        }
    }

    @Override
    public void keep(String identifier) {
        store.prefixes(source, identifier).forEach(prefix -> saw(prefix, List.of(identifier)));
    }

    private void saw(MetadataPrefix prefix, Collection<String> identifiers) {
        if (census != null) {
            census.saw(prefix, identifiers);
        }
    }

    @Override
    public Counts deleteMissing() {
        return census == null ? Counts.ZERO : census.deleteMissing(run, clock.instant(), cancelled);
    }

    @Override
    public boolean isCancelled() {
        return cancelled.getAsBoolean();
    }
}
