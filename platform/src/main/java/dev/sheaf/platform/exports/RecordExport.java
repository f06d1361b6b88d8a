package dev.sheaf.platform.exports;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
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
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoredRecord;

/** Reader of stored records in datestamp order, page by page. */
public final class RecordExport {

    private static final int PAGE = 500;
    // Only asked for the formats of its repositories: nobody follows it.
    private static final String NOWHERE = "http://localhost/oai";

    private final RecordStore store;

    /** Exports from a store. */
    public RecordExport(RecordStore store) {
        this.store = store;
    }

    /**
     * Selection of the records to export.
     *
     * @param source id of the only source wanted; null for all
     * @param prefix the only format wanted; null for all that the sources themselves delivered
     * @param set as the source calls it, with what is below; null for everything
     * @param from first datestamp wanted; null for the earliest
     * @param until last datestamp wanted; null for the latest
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
     * Exports.
     *
     * @param progress told now and then how many records were written
     * @return records written
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
                // Datestamps grow with the sequence: nothing after it is wanted.
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
     * The formats in which there are records.
     *
     * @param source id of the only source that counts; null for all
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

    private static Instant stamp(StoredRecord stored) {
        return stored.record().header().datestamp().instant().orElse(Instant.MIN);
    }

    /**
     * Returns a sequence number after which all records from a datestamp on lie: found by halving, as datestamps grow
     * with the sequence.
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

        /** Makes sure that there is a next one; false at the end. */
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
