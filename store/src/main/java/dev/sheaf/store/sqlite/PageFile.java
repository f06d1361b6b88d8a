package dev.sheaf.store.sqlite;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;

/**
 * The pages of a database file and of the log beside it, read without SQLite, which refuses a table at its first damaged page. A page that
 * cannot be read consists of zeros, which is no page of a tree. Follows sections 1.3 (header), 1.5 (freelist) and 4 (write-ahead log) of
 * https://www.sqlite.org/fileformat2.html. Changes nothing. Belongs to one thread.
 */
final class PageFile implements Closeable {

    /** Bytes of a page. {@link SqliteDatabase} makes no others, so the size in the header, which may be damaged, is not needed. */
    static final int PAGE = 4096;

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION_AT = 60;
    private static final int LOG_HEADER = 32;
    private static final int FRAME_HEADER = 24;
    /** The last bit states the byte order of the checksums. */
    private static final int LOG_MAGIC = 0x377f0682;

    private final @Nullable FileChannel file;
    private final @Nullable FileChannel log;
    /** Places in the log of the newest versions of pages. */
    private final Map<Integer, Long> logged = new HashMap<>();
    private final int pages;
    private boolean isLogDamaged;

    /**
     * Opens a database file and its log; a missing one counts as empty.
     *
     * @throws IOException if one is there and cannot be opened
     */
    PageFile(Path database) throws IOException {
        this.file = open(database);
        try {
            this.log = open(database.resolveSibling(database.getFileName() + "-wal"));
            int last = log == null ? 0 : readLog(log);
            long size = file == null ? 0 : file.size();
            this.pages = Math.max(last, (int) Math.min(Integer.MAX_VALUE - 1, (size + PAGE - 1) / PAGE));
        } catch (IOException failure) {
            close();
            throw failure;
        }
    }

    private static @Nullable FileChannel open(Path file) throws IOException {
        return Files.exists(file) ? FileChannel.open(file, StandardOpenOption.READ) : null;
    }

    /** Returns the number of the last page; pages are counted from 1. */
    int pages() {
        return pages;
    }

    /** Returns true if the log has committed changes after a place that cannot be read, so that they are not in the pages. */
    boolean isLogDamaged() {
        return isLogDamaged;
    }

    /** Returns the bytes of a page. */
    byte[] page(int number) {
        byte[] page = new byte[PAGE];
        Long place = logged.get(number);
        FileChannel channel = place == null ? file : log;
        if (channel != null) {
            try {
                read(channel, ByteBuffer.wrap(page), place == null ? (number - 1L) * PAGE : place);
            } catch (IOException _) {
                // The disk cannot read this place any more; a part of a page is worth nothing.
                Arrays.fill(page, (byte) 0);
            }
        }
        return page;
    }

    /** Returns the version of the tables in the header; empty if the header is damaged. */
    OptionalInt version() {
        byte[] page = page(1);
        ByteBuffer header = ByteBuffer.wrap(page);
        boolean isIntact = Arrays.equals(page, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
                && header.getShort(16) == PAGE
                // No reserved bytes, and the constants of section 1.3.
                && header.getInt(20) == 0x00402020
                // UTF-8
                && header.getInt(56) == 1
                // Reserved for expansion.
                && header.getLong(72) == 0 && header.getLong(80) == 0 && header.getInt(88) == 0;
        return isIntact ? OptionalInt.of(header.getInt(VERSION_AT)) : OptionalInt.empty();
    }

    /**
     * Free pages, which may hold former rows.
     *
     * @param numbers of the pages
     * @param isWhole false if the list of free pages is damaged, so that others may be free too
     */
    record FreePages(BitSet numbers, boolean isWhole) {}

    /** Returns the free pages that the file names. */
    FreePages freePages() {
        BitSet free = new BitSet();
        if (version().isEmpty()) {
            return new FreePages(free, false);
        }
        ByteBuffer header = ByteBuffer.wrap(page(1));
        int trunk = header.getInt(32);
        int expected = header.getInt(36);
        while (trunk > 0 && trunk <= pages && !free.get(trunk)) {
            free.set(trunk);
            ByteBuffer list = ByteBuffer.wrap(page(trunk));
            int leaves = list.getInt(4);
            if (leaves < 0 || leaves > PAGE / 4 - 2) {
                break;
            }
            for (int i = 0; i < leaves; i++) {
                int leaf = list.getInt(8 + 4 * i);
                if (leaf > 1 && leaf <= pages) {
                    free.set(leaf);
                }
            }
            trunk = list.getInt(0);
        }
        return new FreePages(free, trunk == 0 && free.cardinality() == expected);
    }

    /** Reads the log up to the last change that was committed whole; returns the largest number of a page in it. */
    private int readLog(FileChannel channel) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(LOG_HEADER);
        if (channel.size() == 0) {
            return 0;
        }
        Checksum sum = new Checksum();
        if (!read(channel, header, 0) || (header.getInt(0) & ~1) != LOG_MAGIC || header.getInt(8) != PAGE
                || !sum.begin(header.getInt(0)).add(header, 0, 24).is(header.getInt(24), header.getInt(28))) {
            isLogDamaged = true;
            return 0;
        }
        long salt = header.getLong(16);
        ByteBuffer frame = ByteBuffer.allocate(FRAME_HEADER + PAGE);
        Map<Integer, Long> uncommitted = new HashMap<>();
        int last = 0;
        int lastUncommitted = 0;
        long at = LOG_HEADER;
        while (read(channel, frame, at) && frame.getLong(8) == salt
                && sum.add(frame, 0, 8).add(frame, FRAME_HEADER, PAGE).is(frame.getInt(16), frame.getInt(20))) {
            uncommitted.put(frame.getInt(0), at + FRAME_HEADER);
            lastUncommitted = Math.max(lastUncommitted, frame.getInt(0));
            if (frame.getInt(4) != 0) {
                logged.putAll(uncommitted);
                uncommitted.clear();
                last = Math.max(last, lastUncommitted);
            }
            at += frame.capacity();
        }
        // Frames with another salt are left from earlier use of the log.
        for (long later = at; !isLogDamaged && read(channel, frame, later); later += frame.capacity()) {
            isLogDamaged = frame.getLong(8) == salt && frame.getInt(4) != 0;
        }
        return last;
    }

    /** Returns false if the file ends before the buffer is full. */
    private static boolean read(FileChannel channel, ByteBuffer into, long place) throws IOException {
        into.clear();
        while (into.hasRemaining()) {
            if (channel.read(into, place + into.position()) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Checksum of the log, section 4.2. */
    private static final class Checksum {
        private ByteOrder order = ByteOrder.LITTLE_ENDIAN;
        private int first;
        private int second;

        Checksum begin(int magic) {
            order = (magic & 1) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
            return this;
        }

        Checksum add(ByteBuffer bytes, int from, int length) {
            ByteBuffer words = bytes.duplicate().order(order);
            for (int at = from; at < from + length; at += 8) {
                first += words.getInt(at) + second;
                second += words.getInt(at + 4) + first;
            }
            return this;
        }

        boolean is(int expectedFirst, int expectedSecond) {
            return first == expectedFirst && second == expectedSecond;
        }
    }

    @Override
    public void close() throws IOException {
        try (FileChannel one = file; FileChannel other = log) {
            // Closes both.
        }
    }
}
