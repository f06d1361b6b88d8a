package dev.sheaf.core.repository;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;

/**
 * A page of a list of records: the records themselves, or the segments from which they can be read. A provider that holds the rendered
 * bytes of a segment sends these bytes without reading the records.
 *
 * <p>Unmodifiable; safe for use by many threads.
 */
public sealed interface RecordPage {

    /** Returns the position after the last entry of the page, if more entries follow; null on the last page. */
    @Nullable
    Position next();

    /** Returns the number of entries in the whole list; negative if it cannot be found out cheaply. */
    long total();

    /** Returns the number of entries of the page, without reading them. */
    int entries();

    /**
     * Returns the records in list order. A page of segments reads them from the repository with every call; they may then be fewer than
     * {@link #entries()}, see {@link RecordSegment#read()}.
     *
     * @throws dev.sheaf.core.store.StoreException when the repository fails
     */
    List<OaiRecord> read();

    /** Returns the number of entries in the whole list, when it is known. */
    default OptionalLong size() {
        return total() < 0 ? OptionalLong.empty() : OptionalLong.of(total());
    }

    /** Returns true if the page has no entries, without reading them. */
    default boolean isEmpty() {
        return entries() == 0;
    }

    /** Returns a page of a list that has no entries. */
    static RecordPage empty() {
        return new Records(List.of(), null, 0);
    }

    /**
     * A page whose records are in memory.
     *
     * @param records in list order
     * @param next see {@link RecordPage#next()}
     * @param total see {@link RecordPage#total()}
     */
    record Records(List<OaiRecord> records, @Nullable Position next, long total) implements RecordPage {

        /** Copies the records. */
        public Records {
            records = List.copyOf(records);
        }

        /** Returns the same page with each record changed. */
        public Records map(UnaryOperator<OaiRecord> change) {
            return new Records(records.stream().map(change).toList(), next, total);
        }

        @Override
        public int entries() {
            return records.size();
        }

        @Override
        public List<OaiRecord> read() {
            return records;
        }
    }

    /**
     * A page whose records are still in the repository.
     *
     * @param segments in list order, none of them without entries
     * @param next see {@link RecordPage#next()}
     * @param total see {@link RecordPage#total()}
     */
    record Segments(List<RecordSegment> segments, @Nullable Position next, long total) implements RecordPage {

        /** Copies the list of segments; reads none. */
        public Segments {
            segments = List.copyOf(segments);
        }

        /** Returns the same page with each segment changed; reads none. */
        public Segments map(UnaryOperator<RecordSegment> change) {
            return new Segments(segments.stream().map(change).toList(), next, total);
        }

        @Override
        public int entries() {
            return segments.stream().mapToInt(RecordSegment::size).sum();
        }

        @Override
        public List<OaiRecord> read() {
            List<OaiRecord> records = new ArrayList<>();
            for (RecordSegment segment : segments) {
                records.addAll(segment.read());
            }
            return records;
        }
    }
}
