package dev.sheaf.store.sql.lists;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.repository.Position;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.SqlConnection;

/**
 * Consecutive entries of a list, in its order. All reading of lists uses this class. The record of an entry is in table {@code rec}; unless
 * both are read in one snapshot, the record may have moved in between. Belongs to one thread.
 */
public final class ListEntries {

    /**
     * Query for the list blocks that may contain entries after a position; in the first block, some entries may be before it. The key is
     * the only index, so no planner can choose a wrong one. A page costs the same at any depth, even if a million entries share one
     * datestamp.
     */
    public static final String BLOCKS = """
            select ds, upto, entries from list_block where scope = ? and prefix = ? and (ds, upto) > (?, ?) and ds <= ?
            order by ds, upto""";
    public static final String LIVE_BLOCKS = """
            select ds, upto, entries from list_block where scope = ? and prefix = ? and (ds, upto) > (?, ?) and ds <= ? and live > 0
            order by ds, upto""";
    /** Query for the list blocks that may contain entries before a position, the newest first. It reads the same key from its end. */
    public static final String BLOCKS_BACKWARDS = """
            select ds, upto, entries from list_block where scope = ? and prefix = ? and (ds, upto) <= (?, ?)
            order by ds desc, upto desc""";
    private static final String BLOCK_OF = """
            select upto from list_block where scope = ? and prefix = ? and ds = ? and upto >= ? order by upto limit 1""";
    /** Query for the number of entries. A list block has one datestamp, so a range of time contains it completely or not at all. */
    public static final String COUNT = """
            select sum(count) from (select count from list_block where scope = ? and prefix = ? and ds >= ? and ds <= ? limit ?)""";
    public static final String LIVE_COUNT = """
            select sum(live) from (select live from list_block
            where scope = ? and prefix = ? and ds >= ? and ds <= ? and live > 0 limit ?)""";

    /** Position before the first entry of every list. */
    public static final Position START = new Position(Long.MIN_VALUE, 0);
    public static final long END = Long.MAX_VALUE;

    private long[] datestamps;
    private long[] entries;
    private int size;
    private boolean more;

    private ListEntries(int room) {
        datestamps = new long[room];
        entries = new long[room];
    }

    /**
     * Reads the next entries.
     *
     * @param after position before the first of them
     * @param until their last datestamp
     * @param limit largest number of entries
     * @param liveOnly true to skip entries that are shown as deleted
     */
    public static ListEntries read(SqlConnection sql, int scope, int prefix, Position after, long until, int limit,
            boolean liveOnly)
            throws SQLException {
        ListEntries read = new ListEntries(Math.min(limit, 1_000));
        PreparedStatement statement = sql.prepare(liveOnly ? LIVE_BLOCKS : BLOCKS);
        statement.setInt(1, scope);
        statement.setInt(2, prefix);
        statement.setLong(3, after.datestamp());
        statement.setLong(4, after.seq());
        statement.setLong(5, until);
        try (ResultSet row = statement.executeQuery()) {
            while (!read.more && row.next()) {
                long ds = row.getLong(1);
                read.add(ds, ListBlock.unpack(row.getLong(2), row.getBytes(3)), ds == after.datestamp() ? after.seq() : 0, limit,
                        liveOnly);
            }
        }
        return read;
    }

    /**
     * Reads entries from the end of the list towards its beginning: the newest is the first.
     *
     * @param before position of an entry, which is left out with all newer ones; null for the end of the list
     * @param limit largest number of entries
     */
    public static ListEntries readBackwards(SqlConnection sql, int scope, int prefix, @Nullable Position before, int limit)
            throws SQLException {
        ListEntries read = new ListEntries(limit);
        Position end = before == null ? new Position(END, END) : before;
        // The entry may be inside of a list block, whose key is the number of its last entry.
        long upto = before == null
                ? END
                : sql.one(BLOCK_OF, row -> row.getLong(1), scope, prefix, end.datestamp(), end.seq()).orElse(end.seq());
        PreparedStatement statement = sql.prepare(BLOCKS_BACKWARDS);
        statement.setInt(1, scope);
        statement.setInt(2, prefix);
        statement.setLong(3, end.datestamp());
        statement.setLong(4, upto);
        try (ResultSet row = statement.executeQuery()) {
            while (!read.more && row.next()) {
                long ds = row.getLong(1);
                ListBlock block = ListBlock.unpack(row.getLong(2), row.getBytes(3));
                for (int i = block.count() - 1; i >= 0 && !read.more; i--) {
                    long entry = block.get(i);
                    if (ds == end.datestamp() && ListBlock.seq(entry) >= end.seq()) {
                        continue;
                    }
                    if (read.size == limit) {
                        read.more = true;
                    } else {
                        read.datestamps[read.size] = ds;
                        read.entries[read.size++] = entry;
                    }
                }
            }
        }
        return read;
    }

    private void add(long ds, ListBlock block, long afterSeq, int limit, boolean liveOnly) {
        for (int i = 0; i < block.count(); i++) {
            long entry = block.get(i);
            if (ListBlock.seq(entry) <= afterSeq || liveOnly && !ListBlock.isLive(entry)) {
                continue;
            }
            if (size == limit) {
                more = true;
                return;
            }
            if (size == entries.length) {
                int room = (int) Math.min(limit, size * 2L);
                datestamps = Arrays.copyOf(datestamps, room);
                entries = Arrays.copyOf(entries, room);
            }
            datestamps[size] = ds;
            entries[size++] = entry;
        }
    }

    /**
     * Returns the number of entries from one datestamp to another.
     *
     * @param most counting stops above this number
     * @return the exact number, or some number above {@code most}
     */
    public static long count(SqlConnection sql, int scope, int prefix, long from, long until, int most, boolean liveOnly)
            throws SQLException {
        // Every list block has at least one entry.
        return sql.one(liveOnly ? LIVE_COUNT : COUNT, row -> row.getLong(1), scope, prefix, from, until, most + 1).orElse(0L);
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Returns true when there are further entries after the last. */
    public boolean more() {
        return more;
    }

    public long seq(int index) {
        return ListBlock.seq(entries[index]);
    }

    long datestamp(int index) {
        return datestamps[index];
    }

    /** Returns true if the record has left this list, which shows it as deleted. */
    public boolean gone(int index) {
        return (ListBlock.flags(entries[index]) & ListBlock.GONE) != 0;
    }

    /** Returns true if the record has been withdrawn. */
    boolean deleted(int index) {
        return (ListBlock.flags(entries[index]) & ListBlock.DELETED) != 0;
    }

    public Position position(int index) {
        return new Position(datestamp(index), seq(index));
    }

    /** Returns the position of the last entry. */
    public Position last() {
        return position(size - 1);
    }

    /** Returns the first entries only; the page ends there, and more follow. */
    ListEntries first(int count) {
        more |= count < size;
        size = count;
        return this;
    }

    /** Returns the entries up to a sequence number. */
    public ListEntries upTo(long seq) {
        while (size > 0 && seq(size - 1) > seq) {
            size--;
        }
        return this;
    }

    /** Returns the index of an entry that is among these, at {@code from} or after it; records that have moved are skipped. */
    public int indexOf(long seq, int from) {
        int index = from;
        while (seq(index) != seq) {
            index++;
        }
        return index;
    }

    /** Returns the sequence numbers as a JSON array. */
    public String seqs() {
        JsonArray.OfNumbers seqs = new JsonArray.OfNumbers();
        for (int i = 0; i < size; i++) {
            seqs.add(seq(i));
        }
        return seqs.toString();
    }
}
