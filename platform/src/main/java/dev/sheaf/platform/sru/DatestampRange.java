package dev.sheaf.platform.sru;

import java.time.Instant;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.SearchExpression;

/**
 * Ranges of datestamps as ranges of the change sequence, which the index has. The store assigns both in one transaction, so that a later
 * change never has an earlier datestamp; the ends of a range are found by halving, with some tens of cheap look-ups. Thread-safe.
 */
final class DatestampRange {

    private final RecordStore store;

    DatestampRange(RecordStore store) {
        this.store = store;
    }

    /**
     * Returns the condition for records with a datestamp in a range.
     *
     * @param first earliest time
     * @param after time after the range
     */
    SearchExpression between(Instant first, Instant after) {
        long from = firstSince(first);
        long until = firstSince(after) - 1;
        return new SearchExpression.Numbers(IndexFields.SEQ, from, Math.max(from - 1, until));
    }

    /** Returns the lowest sequence number from which no change is before a time. */
    private long firstSince(Instant time) {
        long low = 0;
        long high = time.equals(Instant.MIN) ? 0 : store.lastSeq() + 1;
        if (time.equals(Instant.MAX)) {
            return high;
        }
        while (low < high) {
            long middle = low + (high - low) / 2;
            List<StoredRecord> next = store.changes(_ -> true, middle - 1, 1);
            if (next.isEmpty() || !time(next.getFirst()).isBefore(time)) {
                high = middle;
            } else {
                low = Math.max(middle, next.getFirst().seq()) + 1;
            }
        }
        return low;
    }

    private static Instant time(StoredRecord change) {
        return change.record().header().datestamp().instant().orElse(Instant.MIN);
    }

    /**
     * Returns the first second of a day, or a second.
     *
     * @param text in the notation of OAI-PMH: {@code 2025-03-01} or {@code 2025-03-01T12:00:00Z}
     * @throws SruException with diagnostic 36 if it is neither
     */
    static Instant first(String text, String index) throws SruException {
        return Datestamp.received(text).instant().orElseThrow(() -> unlike(index));
    }

    /**
     * Returns the second after a day or a second.
     *
     * @throws SruException as in {@link #first}
     */
    static Instant after(String text, String index) throws SruException {
        return Datestamp.received(text).lastSecond().orElseThrow(() -> unlike(index)).plusSeconds(1);
    }

    private static SruException unlike(String index) {
        return new SruException(Diagnostic.FORMAT_OF_TERM, index + " needs YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ");
    }
}
