package dev.sheaf.transfer.imports;

import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.ServedNames;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.SourceStatus;

/** Target that counts the results of an import and saves nothing. */
final class DryRun implements ImportTarget {

    private final RecordStore store;
    private final String source;
    private final ImportListener listener;
    private final InstantSource clock;
    private int samples;
    private long stillThere;

    /** @param samples largest number of records that the listener gets */
    DryRun(RecordStore store, String source, int samples, ImportListener listener, InstantSource clock) {
        this.store = store;
        this.source = source;
        this.samples = samples;
        this.listener = listener;
        this.clock = clock;
    }

    @Override
    public void name(OaiSet set) {
        // Nothing is saved.
    }

    @Override
    public Counts save(List<Batch.Part> parts, List<Quarantined> quarantined) {
        long created = 0;
        long changed = 0;
        long same = 0;
        long deleted = 0;
        for (Batch.Part part : parts) {
            for (int i = 0; i < part.records().size() && samples > 0; i++, samples--) {
                listener.sample(asServed(part.records().get(i)));
            }
            Set<Integer> differing = new HashSet<>(store.source(source).isEmpty()
                    ? java.util.stream.IntStream.range(0, part.records().size()).boxed().toList()
                    : store.differing(source, part));
            for (int i = 0; i < part.records().size(); i++) {
                OaiRecord record = part.records().get(i);
                if (!differing.contains(i)) {
                    same++;
                    stillThere += record.deleted() ? 0 : 1;
                } else if (record.deleted()) {
                    deleted++;
                } else if (store.get(source, part.format().prefix(), record.identifier())
                        .filter(stored -> !stored.record().deleted()).isPresent()) {
                    changed++;
                    stillThere++;
                } else {
                    created++;
                }
            }
        }
        return new Counts(created, changed, same, deleted, quarantined.size());
    }

    /**
     * Returns the record as it will be served. Harvesters get the time of the import as its datestamp; the record's own datestamp is stored
     * as that of the origin.
     */
    private OaiRecord asServed(OaiRecord record) {
        Header header = record.header();
        List<SetSpec> sets = header.sets().stream().map(set -> new SetSpec(ServedNames.set(set.value()))).toList();
        return new OaiRecord(new Header(header.identifier(), Datestamp.ofSecond(clock.instant()), sets, header.deleted()),
                record.metadata(), record.about());
    }

    @Override
    public void keep(String identifier) {
        stillThere += store.source(source).isEmpty() || store.prefixes(source, identifier).isEmpty() ? 0 : 1;
    }

    /** Returns false, because a dry run has no stored run that could be cancelled. */
    @Override
    public boolean isCancelled() {
        return false;
    }

    /**
     * Returns an estimate if records have several formats, or if files contain a record twice. An exact number would need a note of every
     * identifier.
     */
    @Override
    public Counts deleteMissing() {
        long live = store.status(source).map(SourceStatus::records).orElse(0L);
        return new Counts(0, 0, 0, Math.max(0, live - stillThere), 0);
    }
}
