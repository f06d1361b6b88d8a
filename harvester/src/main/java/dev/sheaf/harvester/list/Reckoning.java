package dev.sheaf.harvester.list;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.ResumptionToken;
import dev.sheaf.harvester.client.ListPage;

/**
 * Compares what arrived of a list with what the repository says of it: completeListSize and cursor (S3.5). Both are optional, and the size
 * may be an estimate that is revised, so the last word counts.
 */
final class Reckoning {

    private long received;
    private @Nullable Long size;
    private long largest;
    private @Nullable String gap;
    private @Nullable String cut;

    /**
     * Of a list that goes on.
     *
     * @param received records that came before
     * @param largest the largest size stated before; 0 for none
     */
    Reckoning(long received, long largest) {
        this.received = received;
        this.largest = largest;
    }

    void count(ListPage page) {
        long before = received;
        received += page.received();
        if (page.isCut()) {
            cut = "a page ended before its end, also when it was asked for again: what should have followed there is missing";
        }
        ResumptionToken token = page.token();
        if (token == null) {
            return;
        }
        if (token.completeListSize() != null) {
            size = token.completeListSize();
            largest = Math.max(largest, size);
        }
        Long cursor = token.cursor();
        if (cursor != null) {
            // Some count this page's records as well, some count pages: only a cursor behind all that was received tells of a gap.
            gap = cursor > received
                    ? "the repository counts " + cursor + " records before its last page, " + before + " had arrived"
                    : null;
        }
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

    /** Records received. */
    long received() {
        return received;
    }

    /** True when the repository has stated a size, and it has arrived. */
    boolean isSatisfied() {
        return size != null && received >= size;
    }

    /**
     * Why a list of the size stated last need not be whole; null when it is. Where pages are counted out by numbers, a record that goes
     * moves the others up, and the first of the next page slips into one that has come already.
     */
    @Nullable
    String shrinking() {
        return size != null && size < largest && received < largest
                ? "the repository stated " + largest + " records, then " + size + ", while the list was read"
                : null;
    }

    /** What is missing at the end of the list; null when nothing speaks against its being whole. */
    @Nullable
    String missing() {
        if (cut != null) {
            return cut;
        }
        if (size != null && received < size) {
            return "the list ended after " + received + " of " + size + " records";
        }
        return gap;
    }
}
