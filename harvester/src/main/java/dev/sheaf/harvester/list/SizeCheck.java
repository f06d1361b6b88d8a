package dev.sheaf.harvester.list;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.store.ListVerdict;
import dev.sheaf.harvester.client.ListPage;

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

    /**
     * Of a list that goes on.
     *
     * @param entries received before
     * @param different records among them
     * @param largest the largest size stated before; 0 for none
     */
    SizeCheck(long entries, long different, long largest) {
        this.entries = entries;
        this.different = different;
        this.largest = largest;
    }

    /** Notes a page that came. */
    void count(ListPage page) {
        entries += page.received();
        isCut = isCut || page.isCut();
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
        return size;
    }

    /** True when the repository has stated a size. */
    boolean knowsSize() {
        return size != null;
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
        return size != null && different >= size;
    }

    /**
     * Why a list of the size stated last need not be whole; null when it is. Where pages are counted out by numbers, a record that goes
     * moves the others up, and the first of the next page slips into one that has come already.
     */
    @Nullable
    String shrinking() {
        return size != null && size < largest && different < largest
                ? "the repository stated " + largest + " records, then " + size + ", while the list was read"
                : null;
    }

    /** What is missing at the end of the list; null when nothing speaks against its being whole. */
    @Nullable
    String missing() {
        if (isCut) {
            return "a page ended before its end, also when it was asked for again: what should have followed there is missing";
        }
        if (size != null && different < size) {
            return ListVerdict.shortOf(size, different);
        }
        // Some count this page's records as well, some count pages: only a cursor behind all that was received tells of a gap.
        return cursor > different
                ? "the repository counts " + cursor + " records before its last page, " + different + " had arrived"
                : null;
    }
}
