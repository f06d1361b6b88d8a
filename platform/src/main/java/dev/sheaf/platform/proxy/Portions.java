package dev.sheaf.platform.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Splitter of a response into portions between its entries, which limits the memory for responses of any length. A response up to a certain
 * length is one portion; a longer one is split into many small responses. Used by one thread.
 *
 * <p>The response need not be well-formed, so this class only finds the start tags of entries. Where no entry begins, the portion becomes
 * longer.
 */
final class Portions {

    private static final int CHUNK = 1 << 16;
    /** Number of bytes that are searched again after bytes were removed: longer than any relevant tag. */
    private static final int OVERLAP = 4096;

    private final InputStream in;
    private final Limits limits;
    private byte[] buffer = new byte[CHUNK];
    private int length;
    /** Position in the response of the first byte of the buffer. */
    private long start;
    private boolean ended;
    private boolean begun;
    private @Nullable EntryTags tags;
    private byte[] lead = new byte[0];
    private byte[] closing = new byte[0];

    /**
     * Largest sizes in bytes.
     *
     * @param whole response that is read as one portion
     * @param portion approximate size of a portion of a longer response
     * @param entry record
     */
    record Limits(int whole, int portion, int entry) {
        /** Limits for a program with several hundred megabytes of memory. */
        static final Limits DEFAULT = new Limits(8 << 20, 1 << 20, 16 << 20);
    }

    /** @param in response without content codings; the caller closes it */
    Portions(InputStream in, Limits limits) {
        this.in = in;
        this.limits = limits;
    }

    /**
     * Returns the next portion; null after the last.
     *
     * @throws UncuttableException if the response is too long to be read whole and has no place to split
     */
    @Nullable
    Portion next() throws IOException {
        if (!begun) {
            return first();
        }
        if (ended && length == 0) {
            return null;
        }
        return further();
    }

    private Portion first() throws IOException {
        begun = true;
        fill(limits.whole() + 1);
        if (ended) {
            byte[] page = Arrays.copyOf(buffer, length);
            length = 0;
            return Portion.whole(page);
        }
        EntryTags found = EntryTags.find(buffer, length);
        int first = found == null ? -1 : found.next(buffer, 0, length);
        if (found == null || first < 0) {
            throw new UncuttableException("the response is longer than " + (limits.whole() >> 20)
                    + " MB, and is no list of records that could be read in parts");
        }
        tags = found;
        lead = Arrays.copyOf(buffer, first);
        closing = found.closing().getBytes(StandardCharsets.US_ASCII);
        int cut = found.last(buffer, first + 1, Math.min(length, limits.portion()));
        return cut < 0 ? cutLater(first, true) : take(0, cut, true, null);
    }

    private Portion further() throws IOException {
        fill(limits.portion());
        if (ended) {
            return take(0, length, false, null);
        }
        EntryTags entries = java.util.Objects.requireNonNull(tags);
        int cut = entries.last(buffer, 1, length);
        return cut < 0 ? cutLater(0, false) : take(0, cut, false, null);
    }

    /** Reads on if no entry begins after the one at a position. The buffer grows until an entry begins, or the entry is too large. */
    private Portion cutLater(int entry, boolean isFirst) throws IOException {
        EntryTags entries = java.util.Objects.requireNonNull(tags);
        int looked = entry + 1;
        while (true) {
            int cut = entries.next(buffer, looked, length);
            if (cut >= 0) {
                return take(0, cut, isFirst, null);
            }
            if (ended) {
                return take(0, length, isFirst, null);
            }
            if (length - entry > limits.entry()) {
                return skip(entry, isFirst);
            }
            looked = Math.max(entry + 1, length - OVERLAP);
            fill(length + limits.portion());
        }
    }

    /** Drops an entry and continues with the next one. */
    private Portion skip(int entry, boolean isFirst) throws IOException {
        EntryTags entries = java.util.Objects.requireNonNull(tags);
        long position = start + entry;
        String identifier = EntryTags.identifier(buffer, entry, length);
        int next;
        drop(entry, entry + 1);
        while ((next = entries.resume(buffer, entry, length)) < 0 && !ended) {
            drop(entry, Math.max(entry, length - OVERLAP));
            fill(length + CHUNK);
        }
        drop(entry, next < 0 ? length : next);
        Portion.Oversize oversize = new Portion.Oversize(identifier, position, start + entry - position);
        if (ended) {
            return take(0, length, isFirst, oversize);
        }
        // The bytes before the entry are only the lead, if any. A separate portion reports the oversized entry.
        return take(0, entry, isFirst, oversize);
    }

    /** Removes bytes from the buffer. The bytes before them stay and are joined to the rest. */
    private void drop(int from, int to) {
        System.arraycopy(buffer, to, buffer, from, length - to);
        length -= to - from;
        start += to - from;
    }

    private Portion take(int from, int to, boolean isFirst, Portion.@Nullable Oversize oversize) {
        boolean isLast = ended && to == length;
        int head = isFirst ? 0 : lead.length;
        int tail = isLast ? 0 : closing.length;
        byte[] page = new byte[head + to - from + tail];
        System.arraycopy(lead, 0, page, 0, head);
        System.arraycopy(buffer, from, page, head, to - from);
        System.arraycopy(closing, 0, page, page.length - tail, tail);
        Portion portion = new Portion(page, lead.length, start + from, isFirst, isLast, oversize);
        System.arraycopy(buffer, to, buffer, 0, length - to);
        length -= to;
        start += to;
        return portion;
    }

    /** Reads until the buffer holds the wanted number of bytes or the response has ended. */
    private void fill(int wanted) throws IOException {
        while (length < wanted && !ended) {
            if (length == buffer.length) {
                buffer = Arrays.copyOf(buffer, (int) Math.min(2L * length, Math.max(wanted, length) + (long) CHUNK));
            }
            int count = in.read(buffer, length, Math.min(buffer.length - length, wanted - length));
            if (count < 0) {
                ended = true;
            } else {
                length += count;
            }
        }
    }
}
