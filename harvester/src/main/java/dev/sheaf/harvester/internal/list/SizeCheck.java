package dev.sheaf.harvester.internal.list;

import java.util.function.LongPredicate;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.store.ListVerdict;
import dev.sheaf.harvester.client.OaiReply;

/**
 * Compares the different records of a list with what the repository says of it: completeListSize and cursor (S3.5). Both are optional, and
 * the size may be an estimate that is revised, so the last word counts.
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
     * Of a list that goes on.
     *
     * @param entries received before
     * @param different records among them
     * @param largest the largest size stated before; 0 for none
     * @param isRunningCount true of a number that counts on from page to page, and is no size
     */
    SizeCheck(long entries, long different, long largest, LongPredicate isRunningCount) {
        this.isRunningCount = isRunningCount;
        this.entries = entries;
        this.different = different;
        this.largest = largest;
    }

    /** Notes a page that came. */
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

    /** Notes how many different records have come by now. */
    void different(long records) {
        different = records;
    }

    /** The size as stated last; null when it was not. */
    @Nullable
    Long size() {
        return size == null || isRunningCount.test(size) ? null : size;
    }

    /** True when the repository has stated a size. */
    boolean knowsSize() {
        return size() != null;
    }

    /** Entries received, records that came twice included. */
    long entries() {
        return entries;
    }

    /** Different records received. */
    long different() {
        return different;
    }

    /** True when the repository has stated a size, and so many different records have come. */
    boolean isSatisfied() {
        Long stated = size();
        return stated != null && different >= stated;
    }

    /**
     * Why a list of the size stated last need not be whole; null when it is. Where pages are counted out by numbers, a record that goes
     * moves the others up, and the first of the next page slips into one that has come already.
     */
    @Nullable
    String shrinking() {
        Long stated = size();
        return stated != null && stated < largest && different < largest && !isRunningCount.test(largest)
                ? "the repository stated " + largest + " records, then " + stated + ", while the list was read"
                : null;
    }

    /** Returns true when numbers that count on stood where a size is now stated: they cannot show whether the list shrank. */
    boolean countedOn() {
        Long stated = size();
        return stated != null && stated < largest && isRunningCount.test(largest);
    }

    /** Returns the evidence of missing records at the end of the list; null when nothing speaks against its being whole. */
    @Nullable
    String missing() {
        if (isCut) {
            return "a page ended before its end, also when it was asked for again: what should have followed there is missing";
        }
        Long stated = size();
        if (stated != null && different < stated) {
            return ListVerdict.shortOf(stated, different);
        }
        // Some count this page's records as well, some count pages: only a cursor after all that was received tells of a gap.
        // A cursor that is not smaller than the size is none: so many records cannot come before a page that has some.
        boolean isBeyondAll = stated != null && cursor >= stated && stated > fullest;
        return cursor > different && !isBeyondAll
                ? "the repository counts " + cursor + " records before its last page, " + different + " had arrived"
                : null;
    }
}
