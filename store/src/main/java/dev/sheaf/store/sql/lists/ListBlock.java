package dev.sheaf.store.sql.lists;

import java.util.Arrays;

import dev.sheaf.store.sql.Packed;

/**
 * List block: some hundred entries of a list that share a datestamp, as a row of table {@code list_block} holds them. The entries are sequence
 * numbers in ascending order, with the flags that the list needs of each. Packed they are numbers as in {@link Packed}: the distance from
 * {@code upto} down to the first one, then from each to its next, every one times four plus its flags. Not thread-safe.
 */
public final class ListBlock {

    /** Flag of an entry: the record has been withdrawn. */
    static final int DELETED = 1;
    /** Flag of an entry: the record has left this list, which shows it as deleted. */
    static final int GONE = 2;
    /** Packed, so many take a quarter of a page of the database at most: longer rows are kept outside their tree. */
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

    /** An entry as {@link #entry} gives it. */
    static long entry(long seq, int flags) {
        return seq << FLAGS | flags;
    }

    /** The sequence number of an entry. */
    public static long seq(long entry) {
        return entry >>> FLAGS;
    }

    /** The flags of an entry. */
    static int flags(long entry) {
        return (int) entry & MASK;
    }

    /** True when a record is to be seen there that is neither withdrawn nor has left the list. */
    static boolean isLive(long entry) {
        return flags(entry) == 0;
    }

    /**
     * New ones.
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

    /** Those of a row. */
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

    /** For column {@code entries}. */
    byte[] pack() {
        Packed.Writer writer = new Packed.Writer();
        for (int i = 0; i < count; i++) {
            long seq = seq(entries[i]);
            writer.number((i == 0 ? upto - seq : seq - seq(entries[i - 1])) << FLAGS | flags(entries[i]));
        }
        return writer.toBytes();
    }

    /** The key's last part. */
    public long upto() {
        return upto;
    }

    public int count() {
        return count;
    }

    public int live() {
        return live;
    }

    /** An entry; see {@link #seq(long)} and {@link #flags(long)}. */
    public long get(int index) {
        return entries[index];
    }

    /**
     * Takes out entries.
     *
     * @param seqs in ascending order
     * @param from the first of them
     * @param to after the last of them
     * @return how many were there
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
