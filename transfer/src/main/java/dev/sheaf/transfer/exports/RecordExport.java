package dev.sheaf.transfer.exports;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.KnownSets;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoredRecord;

/** Reader of stored records in datestamp order, page by page. */
public final class RecordExport {

    private static final int PAGE = 500;
    // The repositories only list their formats; no client follows this address.
    private static final String NOWHERE = "http://localhost/oai";

    private final RecordStore store;

    /** Creates an export from a store. */
    public RecordExport(RecordStore store) {
        this.store = store;
    }

    /**
     * Selection of the records to export.
     *
     * @param source id of the only source; null for all
     * @param prefix the only format; null for all formats that the sources delivered
     * @param set setSpec at the source, including its subsets; null for all records
     * @param from first datestamp; null for the earliest
     * @param until last datestamp; null for the latest
     */
    public record Choice(@Nullable String source, @Nullable MetadataPrefix prefix, @Nullable SetSpec set,
            @Nullable Datestamp from,
            @Nullable Datestamp until) {

        boolean takes(StoredRecord stored) {
            return (source == null || source.equals(stored.source())) && (prefix != null || !stored.derived())
                    && (set == null || stored.record().header().sets().stream().anyMatch(set::contains));
        }
    }

    /**
     * Writes the chosen records.
     *
     * @param progress receives the number of records written, now and then
     * @return number of records written
     */
    public long run(Choice choice, RecordOutput output, LongConsumer progress) throws IOException {
        MetadataPrefix only = choice.prefix();
        Collection<MetadataPrefix> prefixes = only != null ? List.of(only) : prefixes(choice.source());
        Datestamp untilText = choice.until();
        Instant until = untilText == null ? null : untilText.lastSecond().orElse(null);
        PriorityQueue<Changes> queue = new PriorityQueue<>(Comparator.comparingLong(changes -> changes.peek().seq()));
        for (MetadataPrefix prefix : prefixes) {
            Changes changes = new Changes(prefix, start(prefix, choice.from()));
            if (changes.fill()) {
                queue.add(changes);
            }
        }
        long written = 0;
        for (Changes changes = queue.poll(); changes != null; changes = queue.poll()) {
            StoredRecord stored = changes.next();
            if (until != null && stamp(stored).isAfter(until)) {
                // Datestamps grow with the sequence, so all later records are out of range.
                continue;
            }
            if (choice.takes(stored)) {
                output.write(ExportedRecord.of(stored));
                written++;
                if (written % PAGE == 0) {
                    progress.accept(written);
                }
            }
            if (changes.fill()) {
                queue.add(changes);
            }
        }
        output.end();
        return written;
    }

    /**
     * Returns the formats of the records.
     *
     * @param source id of the only source; null for all
     */
    public Set<MetadataPrefix> prefixes(@Nullable String source) {
        Set<MetadataPrefix> prefixes = new LinkedHashSet<>();
        if (source == null) {
            store.aggregate(NOWHERE).formats().stream().map(MetadataFormat::prefix).forEach(prefixes::add);
        }
        for (SourceStatus status : store.sources()) {
            if (source == null || source.equals(status.source().id())) {
                store.repository(status.source().id(), NOWHERE)
                        .ifPresent(repository -> repository.formats().forEach(format -> prefixes.add(format.prefix())));
            }
        }
        return prefixes;
    }

    /**
     * Returns the sets of the records, as their sources name them.
     *
     * @param source id of the only source; null for all
     */
    public KnownSets sets(@Nullable String source) {
        List<SetSpec> sets = new ArrayList<>();
        for (SourceStatus status : store.sources()) {
            String id = status.source().id();
            if (source == null || source.equals(id)) {
                // A source's own list has names that are not legal, which the hub serves in another form.
                store.description(id).map(SourceDescription::sets)
                        .ifPresent(listed -> listed.forEach(set -> sets.add(set.spec())));
                store.repository(id, NOWHERE).ifPresent(repository -> sets.addAll(KnownSets.of(repository).specs()));
            }
        }
        return new KnownSets(sets.stream().distinct().toList());
    }

    private static Instant stamp(StoredRecord stored) {
        return stored.record().header().datestamp().instant().orElse(Instant.MIN);
    }

    /**
     * Returns a sequence number before all records from a datestamp on. Binary search finds it, because datestamps grow with the sequence.
     */
    private long start(MetadataPrefix prefix, @Nullable Datestamp from) {
        Optional<Instant> first = from == null ? Optional.empty() : from.instant();
        if (first.isEmpty()) {
            return 0;
        }
        long before = 0;
        long behind = store.lastSeq();
        while (before < behind) {
            long middle = before + (behind - before) / 2;
            List<StoredRecord> next = store.changes(prefix, middle, 1);
            if (!next.isEmpty() && stamp(next.getFirst()).isBefore(first.get())) {
                before = next.getFirst().seq();
            } else {
                behind = middle;
            }
        }
        return before;
    }

    /** The changes of one format, read a page at a time. */
    private final class Changes {

        private final MetadataPrefix prefix;
        private final Deque<StoredRecord> page = new ArrayDeque<>();
        private long after;

        Changes(MetadataPrefix prefix, long after) {
            this.prefix = prefix;
            this.after = after;
        }

        /** Loads a page if necessary, and returns false at the end. */
        boolean fill() {
            if (page.isEmpty()) {
                page.addAll(store.changes(prefix, after, PAGE));
            }
            return !page.isEmpty();
        }

        StoredRecord peek() {
            return page.getFirst();
        }

        StoredRecord next() {
            StoredRecord next = page.removeFirst();
            after = next.seq();
            return next;
        }
    }
}
