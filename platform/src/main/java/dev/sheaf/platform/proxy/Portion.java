package dev.sheaf.platform.proxy;

import org.jspecify.annotations.Nullable;

/**
 * A part of a response that can be read as if it were a response: what stands before the first entry, some entries, and ends for what is
 * open.
 *
 * @param page its bytes; not copied: callers must not change them
 * @param lead bytes of it that come from the beginning of the response, before its first entry
 * @param from byte of the response at which what follows the lead begins
 * @param isFirst true for the beginning of the response
 * @param isLast true when the response ends with it
 * @param oversize what stood before it and was too large to be looked at; null for nothing
 */
record Portion(byte[] page, int lead, long from, boolean isFirst, boolean isLast, @Nullable Oversize oversize) {

    /** An entry too large to be looked at. */
    record Oversize(@Nullable String identifier, long position, long bytes) {}

    /** Returns the whole of a response. */
    static Portion whole(byte[] page) {
        return new Portion(page, 0, 0, true, true, null);
    }

    /** Returns the byte of the response that a byte of the page is. */
    long position(long inPage) {
        return isFirst || inPage < lead ? inPage : from + inPage - lead;
    }
}
