package dev.sheaf.harvester.internal.list;

import java.util.function.LongPredicate;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.store.ListVerdict;
import dev.sheaf.harvester.client.OaiReply;

/**
 * Comparison of the different records of a list with what the repository states: completeListSize and cursor (S3.5). Both are optional, and
 * the size may be an estimate that is revised, so the last value counts.
 */
final class SizeCheck {

    private long entries;
    private long different;
    private @Nullable Long size;
    private long largest;
    private long cursor;
    private boolean isCut;
    private int fullest;
    private final LongPredicate isRunningCount;

    /**
     * Creates the check of a list that continues.
     *
     * @param entries number of entries received before
     * @param different number of different records among them
     * @param largest largest size stated before; 0 for none
     * @param isRunningCount true for a number that counts on from page to page, and is no size
     */
    SizeCheck(long entries, long different, long largest, LongPredicate isRunningCount) {
        this.isRunningCount = isRunningCount;
        this.entries = entries;
        this.different = different;
        this.largest = largest;
    }

    /** Notes a received page. */
    void count(OaiReply page) {
        entries += page.received();
        isCut = isCut || page.isCut();
        fullest = Math.max(fullest, page.received());
        ResumptionToken token = page.token();
        if (token == null) {
            return;
        }
        if (token.completeListSize() != null) {
            size = token.completeListSize();
            largest = Math.max(largest, size);
        }
        cursor = token.cursor() == null ? 0 : token.cursor();
    }

    /** Notes the number of different records so far. */
    void different(long records) {
        different = records;
    }

    /** Returns the size as last stated; null if it was not stated. */
    @Nullable
    Long size() {
        return size == null || isRunningCount.test(size) ? null : size;
    }

    /** Returns true if the repository has stated a size. */
    boolean knowsSize() {
        return size() != null;
    }

    /** Returns the number of entries received, including repeated ones. */
    long entries() {
        return entries;
    }

    /** Returns the number of different records received. */
    long different() {
        return different;
    }

    /** Returns true if the repository has stated a size, and as many different records have arrived. */
    boolean isSatisfied() {
        Long stated = size();
        return stated != null && different >= stated;
    }

    /**
     * Returns why a list of the last stated size need not be complete; null if it is. If pages are offsets, the removal of a record moves
     * the others up, and the first record of the next page slips to a page that was already received.
     */
    @Nullable
    String shrinking() {
        Long stated = size();
        return stated != null && stated < largest && different < largest && !isRunningCount.test(largest)
                ? "the repository stated " + largest + " records, then " + stated + ", while the list was read"
                : null;
    }

    /** Returns true if numbers that count on preceded the stated size: they cannot show whether the list shrank. */
    boolean countedOn() {
        Long stated = size();
        return stated != null && stated < largest && isRunningCount.test(largest);
    }

    /** Returns the evidence of missing records at the end of the list; null if there is none. */
    @Nullable
    String missing() {
        if (isCut) {
            return "a page was truncated, also when it was requested again: the records after that point are missing";
        }
        Long stated = size();
        if (stated != null && different < stated) {
            return ListVerdict.shortOf(stated, different);
        }
        // Some cursors include this page's records, and some count pages: only a cursor above all received records shows a gap. A cursor
        // that is not smaller than the size is invalid, because so many records cannot precede a page with records.
        boolean isBeyondAll = stated != null && cursor >= stated && stated > fullest;
        return cursor > different && !isBeyondAll
                ? "the repository counts " + cursor + " records before its last page, " + different + " had arrived"
                : null;
    }
}
