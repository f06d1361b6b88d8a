package dev.sheaf.platform.proxy;

import org.jspecify.annotations.Nullable;

/**
 * Part of a response that can be read like a response: the text before the first entry, some entries, and end tags for the open elements.
 *
 * @param page its bytes; not copied, so callers must not change them
 * @param lead number of bytes from the beginning of the response, before its first entry
 * @param from position in the response of the byte after the lead
 * @param isFirst true for the beginning of the response
 * @param isLast true for the end of the response
 * @param oversize entry before this portion that was too large to be read; null for none
 */
record Portion(byte[] page, int lead, long from, boolean isFirst, boolean isLast, @Nullable Oversize oversize) {

    /** Entry that is too large to be read. */
    record Oversize(@Nullable String identifier, long position, long bytes) {}

    /** Returns a whole response as one portion. */
    static Portion whole(byte[] page) {
        return new Portion(page, 0, 0, true, true, null);
    }

    /** Returns the position in the response of a byte of the page. */
    long position(long inPage) {
        return isFirst || inPage < lead ? inPage : from + inPage - lead;
    }
}
