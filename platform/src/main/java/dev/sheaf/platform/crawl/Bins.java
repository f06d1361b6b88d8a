package dev.sheaf.platform.crawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.StoredRecord;

/**
 * Divides the records in oai_dc into bins by their numbers in the sequence of changes: bin 0 has the first {@code size} numbers, and so on.
 * A bin can be read at any place at the same cost. A record that changes moves to the last bin, so the others only shrink and their
 * addresses stay valid. As thread-safe as the store.
 */
final class Bins {

    private static final int PAGE = 500;

    private final RecordStore store;
    private final long size;

    /**
     * Creates a division.
     *
     * @param size sequence numbers in a bin
     */
    Bins(RecordStore store, long size) {
        this.store = store;
        this.size = size;
    }

    /** Returns the number of bins, empty ones included. */
    private long count() {
        return (store.lastSeq() + size - 1) / size;
    }

    /** Returns the first bins with a record from a number on, with the time of their first record. Bins without records are left out. */
    List<Bin> list(long from, long until) {
        List<Bin> bins = new ArrayList<>();
        Optional<Bin> next = first(from, until);
        while (next.isPresent()) {
            bins.add(next.get());
            next = first(next.get().number() + 1, until);
        }
        return bins;
    }

    private Optional<Bin> first(long from, long until) {
        return from >= until
                ? Optional.empty()
                : store.changes(MetadataPrefix.OAI_DC, from * size, 1).stream()
                        .map(next -> new Bin((next.seq() - 1) / size, next.record().header().datestamp().text()))
                        .filter(bin -> bin.number() < until).findFirst();
    }

    /**
     * Returns the groups of bins with a record, each with its number and the time of its first record, at the cost of one record for each
     * group.
     *
     * @param most bins in a group
     */
    List<Bin> groups(long most) {
        List<Bin> groups = new ArrayList<>();
        long count = count();
        Optional<Bin> next = first(0, count);
        while (next.isPresent()) {
            long group = next.get().number() / most;
            groups.add(new Bin(group, next.get().since()));
            next = first((group + 1) * most, count);
        }
        return groups;
    }

    /**
     * A bin with records, or a group of bins.
     *
     * @param number of the bin, from 0
     * @param since datestamp of its first record
     */
    record Bin(long number, String since) {}

    /**
     * Hands on the live records of a bin.
     *
     * @param sources chooses sources by their ids
     * @return datestamp of the last record; null when the bin has none
     */
    @Nullable
    String read(long number, Predicate<String> sources, Consumer<StoredRecord> records) {
        long last = (number + 1) * size;
        long after = number * size;
        String newest = null;
        while (true) {
            List<StoredRecord> page = store.changes(MetadataPrefix.OAI_DC, after, PAGE);
            for (StoredRecord stored : page) {
                if (stored.seq() > last) {
                    return newest;
                }
                after = stored.seq();
                if (!stored.record().deleted() && sources.test(stored.source())) {
                    records.accept(stored);
                    newest = stored.record().header().datestamp().text();
                }
            }
            if (page.size() < PAGE) {
                return newest;
            }
        }
    }
}
