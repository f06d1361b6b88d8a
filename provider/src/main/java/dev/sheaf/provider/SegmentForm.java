package dev.sheaf.provider;

import java.util.List;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.core.store.StoreException;

/**
 * The form in which a server sends the segments of a page: the records themselves, or rendered and compressed bytes. Implementations are
 * safe for use by many threads.
 *
 * @param <S> a segment in this form
 */
public interface SegmentForm<S> {

    /** The form of records, read from the repository. */
    SegmentForm<List<OaiRecord>> RECORDS = new SegmentForm<>() {

        @Override
        public List<OaiRecord> of(RecordSegment segment) {
            return segment.read();
        }

        @Override
        public boolean isEmpty(List<OaiRecord> made) {
            return made.isEmpty();
        }
    };

    /**
     * Returns a segment in this form: reads it, or returns the result that was cached under its fingerprint.
     *
     * @throws StoreException if the repository fails
     */
    S of(RecordSegment segment);

    /** Returns true when no record of the segment could be read. */
    boolean isEmpty(S made);
}
