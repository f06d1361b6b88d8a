package dev.sheaf.store.sql.lists;

import java.util.Arrays;

import dev.sheaf.store.sql.Packed;

/**
 * List block: some hundred entries of a list that share a datestamp, as a row of table {@code list_block} holds them. The entries are
 * sequence numbers in ascending order, each with its flags. In packed form they are numbers as in {@link Packed}: the distance from {@code
 * upto} down to the first one, then from each to its next, every one times four plus its flags. Not thread-safe.
 */
public final class ListBlock {

    /** Flag of an entry: the record has been withdrawn. */
    static final int DELETED = 1;
    /** Flag of an entry: the record has left this list, which shows it as deleted. */
    static final int GONE = 2;
    /**
     * Largest number of entries. In packed form they take at most a quarter of a database page; longer rows would be stored outside their
     * tree.
     */
    static final int LONGEST = 256;

    private static final int FLAGS = 2;
    private static final int MASK = (1 << FLAGS) - 1;

    private final long upto;
    /** Sequence number times four plus flags. */
    private long[] entries;
    private int count;
    private int live;

    private ListBlock(long upto, long[] entries) {
        this.upto = upto;
        this.entries = entries;
    }

    /** Returns an entry in its internal form. */
    static long entry(long seq, int flags) {
        return seq << FLAGS | flags;
    }

    /** Returns the sequence number of an entry. */
    public static long seq(long entry) {
        return entry >>> FLAGS;
    }

    /** Returns the flags of an entry. */
    static int flags(long entry) {
        return (int) entry & MASK;
    }

    /** Returns true if the list shows the record as live: neither withdrawn nor gone from the list. */
    static boolean isLive(long entry) {
        return flags(entry) == 0;
    }

    /**
     * Creates list blocks of new entries.
     *
     * @param entries in ascending order of their sequence numbers
     */
    static ListBlock of(long[] entries, int from, int to) {
        ListBlock block = new ListBlock(seq(entries[to - 1]), Arrays.copyOfRange(entries, from, to));
        block.count = to - from;
        for (long entry : block.entries) {
            block.live += isLive(entry) ? 1 : 0;
        }
        return block;
    }

    /** Creates the list block of a row. */
    public static ListBlock unpack(long upto, byte[] packed) {
        ListBlock block = new ListBlock(upto, new long[packed.length]);
        Packed.Reader reader = new Packed.Reader(packed);
        long seq = upto;
        while (reader.more()) {
            long number = reader.number();
            long distance = number >>> FLAGS;
            seq = block.count == 0 ? seq - distance : seq + distance;
            long entry = entry(seq, (int) number & MASK);
            block.entries[block.count++] = entry;
            block.live += isLive(entry) ? 1 : 0;
        }
        return block;
    }

    /** Returns the value of column {@code entries}. */
    byte[] pack() {
        Packed.Writer writer = new Packed.Writer();
        for (int i = 0; i < count; i++) {
            long seq = seq(entries[i]);
            writer.number((i == 0 ? upto - seq : seq - seq(entries[i - 1])) << FLAGS | flags(entries[i]));
        }
        return writer.toBytes();
    }

    /** Returns the last part of the key. */
    public long upto() {
        return upto;
    }

    public int count() {
        return count;
    }

    public int live() {
        return live;
    }

    /** Returns an entry; see {@link #seq(long)} and {@link #flags(long)}. */
    public long get(int index) {
        return entries[index];
    }

    /**
     * Removes entries.
     *
     * @param seqs in ascending order
     * @param from index of the first sequence number to remove
     * @param to index after the last one
     * @return number of removed entries
     */
    int remove(long[] seqs, int from, int to) {
        int kept = 0;
        int at = from;
        for (int i = 0; i < count; i++) {
            long entry = entries[i];
            while (at < to && seqs[at] < seq(entry)) {
                at++;
            }
            if (at < to && seqs[at] == seq(entry)) {
                live -= isLive(entry) ? 1 : 0;
            } else {
                entries[kept++] = entry;
            }
        }
        int removed = count - kept;
        count = kept;
        return removed;
    }
}
