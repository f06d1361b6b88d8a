package dev.sheaf.store.sql;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

import dev.sheaf.core.store.StoreException;

/**
 * Mapped file that coordinates datestamps between the writers and readers of all processes. It holds two timestamps. Safe for use by many
 * threads and processes.
 *
 * <p><b>The danger.</b> A batch stamped 10:00:00 becomes visible at 10:00:03. A harvester that received at 10:00:02 the answer "complete up
 * to now" never requests 10:00:00 again: it has lost the batch.
 *
 * <p><b>The open-transaction timestamp</b> is the time of the transaction that is open, with a nonce. Only the holder of the database's
 * write lock sets it; zero means that none is open. <b>The high-water mark</b> is the latest time that any reader may have been given, or
 * that was ever stamped; it only grows.
 *
 * <p>A writer (1) takes the write lock, (2) sets the open-transaction timestamp to m, (3) reads the high-water mark p and stamps everything
 * with max(m, p), (4) raises the mark to that stamp, (5) commits, (6) clears its own open-transaction timestamp. A reader (1) raises the mark
 * to t = max(clock, mark), (2) reads the open-transaction timestamp m, (3) answers min(t, m), or t when there is none, and only then reads
 * records.
 *
 * <p><b>Why that is enough.</b> All of these are volatile accesses to two words, so for each reader and each writer at least one sees the
 * other's first step. If the writer's (3) comes after the reader's (1), its stamp is at least t, hence not before the answer. Otherwise the
 * writer's (2), which is before its (3), comes before the reader's (2): the reader sees the open-transaction timestamp, and its answer is at
 * most m, hence at most the stamp; or it sees that the timestamp is cleared or belongs to a later writer, and then the commit is over and
 * every later snapshot has the batch. The argument does not use the clock, so a clock that is set back between any two steps does no harm;
 * the high-water mark replaces it until it has caught up.
 *
 * <p><b>Clearing</b> compares the whole word. A writer that is slow between (5) and (6) has released the lock, so another writer may have
 * set its own timestamp: the nonce prevents the first writer from clearing it.
 *
 * <p><b>A crash</b> between (2) and (6) leaves an open-transaction timestamp that delays all answers. The lock is free then: the next process
 * to get it overwrites the timestamp (a writer) or clears the one it saw (an opener, and a reader's process that finds it old). Nobody clears
 * it without the lock, because its batch could still become visible. The high-water mark is not synchronised to disk. This matters only if
 * power is lost and the clock is set back as well; openers raise it to the last stamp in the database.
 *
 * <p><b>Damage.</b> The file begins with a magic word, and each of the other two words carries a checksum of itself, because one wrong
 * high-water mark would affect all later datestamps. A damaged word is an error, never a time.
 */
public final class TimestampFile {

    /** Name of the file in a data directory. */
    public static final String FILE = "open-stamp";

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    /** {@code SHEAFOS2} in the byte order of the machine, because a file is used on one machine only. */
    private static final long MAGIC = 0x5348454146_4F5332L;
    private static final long OPEN_TRANSACTION = 8;
    private static final long HIGH_WATER_MARK = 16;
    private static final int SIZE = 24;
    private static final int NONCE_BITS = 27;
    private static final int NONCE_CHECK_BITS = 11;
    /** Number of checksum bits. They leave 38 bits for the seconds, which the year 9999 needs. */
    private static final int CHECK_BITS = 26;
    private static final long LAST_SECOND = 253_402_300_799L;

    private final Path file;
    private final MemorySegment words;

    private TimestampFile(Path file, MemorySegment words) {
        this.file = file;
        this.words = words;
    }

    /** Returns timestamps that no other process sees, for a directory in which nothing is written. */
    public static TimestampFile ofNobody(Path dataDir) {
        MemorySegment words = Arena.ofAuto().allocate(SIZE, Long.BYTES);
        WORD.setVolatile(words, 0L, MAGIC);
        return new TimestampFile(dataDir.resolve(FILE), words);
    }

    /**
     * Maps the file of a data directory, and creates it if it is missing.
     *
     * @throws StoreException if the file is damaged or cannot be written; the message names the remedy
     */
    public static TimestampFile in(Path dataDir) {
        Path file = dataDir.resolve(FILE);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            if (channel.size() != 0 && channel.size() != SIZE) {
                throw damaged(file);
            }
            // Mapping extends an empty file with zeros, which mean that no transaction is open and the mark is 0.
            MemorySegment words = channel.map(MapMode.READ_WRITE, 0, SIZE, Arena.ofAuto());
            boolean isNew = (long) WORD.getVolatile(words, OPEN_TRANSACTION) == 0
                    && (long) WORD.getVolatile(words, HIGH_WATER_MARK) == 0;
            if (isNew) {
                WORD.compareAndSet(words, 0L, 0L, MAGIC);
            }
            TimestampFile stamp = new TimestampFile(file, words);
            if ((long) WORD.getVolatile(words, 0L) != MAGIC) {
                throw damaged(file);
            }
            stamp.openTransaction();
            stamp.highWaterMark();
            return stamp;
        } catch (IOException e) {
            throw new StoreException("Cannot write " + file + " (" + e.getMessage()
                    + "): check the permissions of the data directory, or choose another data directory", e);
        }
    }

    /**
     * Reads a file without changing it.
     *
     * @return false if it is damaged; true also if it is missing or empty
     * @throws IOException if it cannot be read
     */
    public static boolean isWell(Path dataDir) throws IOException {
        ByteBuffer bytes = bytes(dataDir);
        if (bytes.limit() != SIZE) {
            return bytes.limit() == 0;
        }
        long openTransaction = bytes.getLong((int) OPEN_TRANSACTION);
        long mark = bytes.getLong((int) HIGH_WATER_MARK);
        boolean isNew = bytes.getLong(0) == 0 && openTransaction == 0 && mark == 0;
        return isNew || bytes.getLong(0) == MAGIC && isOpenTransaction(openTransaction) && isHighWaterMark(mark);
    }

    /** Returns true if the file of a data directory has a high-water mark, which it gets from a store that has tables. */
    static boolean hasMark(Path dataDir) throws IOException {
        ByteBuffer bytes = bytes(dataDir);
        return bytes.limit() == SIZE && bytes.getLong((int) HIGH_WATER_MARK) != 0;
    }

    /** Returns the bytes of a file, at most one more than it should have; none if it is missing. */
    private static ByteBuffer bytes(Path dataDir) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE + 1).order(ByteOrder.nativeOrder());
        try (FileChannel channel = FileChannel.open(dataDir.resolve(FILE), StandardOpenOption.READ)) {
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // Continue reading.
            }
        } catch (NoSuchFileException _) {
            // A directory without the file is new, or was never used.
        }
        return bytes.flip();
    }

    /**
     * Sets the open-transaction timestamp. The caller holds the write lock.
     *
     * @param seconds time of the transaction, in seconds since 1970
     * @return the timestamp with its nonce, for {@link #clear}
     */
    long open(long seconds) {
        long marked = seconds << NONCE_BITS
                | ThreadLocalRandom.current().nextLong(1, 1L << NONCE_BITS - NONCE_CHECK_BITS) << NONCE_CHECK_BITS;
        long openTransaction = marked | check(marked, NONCE_CHECK_BITS);
        WORD.setVolatile(words, OPEN_TRANSACTION, openTransaction);
        return openTransaction;
    }

    /**
     * Returns the open-transaction timestamp with its nonce, see {@link #seconds}; 0 when no transaction is open.
     *
     * @throws StoreException when it is damaged
     */
    public long openTransaction() {
        long openTransaction = (long) WORD.getVolatile(words, OPEN_TRANSACTION);
        if (!isOpenTransaction(openTransaction)) {
            throw damaged(file);
        }
        return openTransaction;
    }

    private static boolean isOpenTransaction(long openTransaction) {
        long checked = openTransaction & -1L << NONCE_CHECK_BITS;
        return openTransaction == 0 || openTransaction == (checked | check(checked, NONCE_CHECK_BITS));
    }

    /** Returns the time of an open transaction, in seconds since 1970. */
    public static long seconds(long openTransaction) {
        return openTransaction >>> NONCE_BITS;
    }

    /** Clears the open-transaction timestamp if it still has this value. */
    public void clear(long openTransaction) {
        WORD.compareAndSet(words, OPEN_TRANSACTION, openTransaction, 0L);
    }

    /**
     * Returns the high-water mark, in seconds since 1970.
     *
     * @throws StoreException when it is damaged
     */
    public long highWaterMark() {
        return markOf((long) WORD.getVolatile(words, HIGH_WATER_MARK));
    }

    private long markOf(long word) {
        if (!isHighWaterMark(word)) {
            throw damaged(file);
        }
        return word >>> CHECK_BITS;
    }

    private static boolean isHighWaterMark(long word) {
        return word == 0 || word == word(word >>> CHECK_BITS);
    }

    private static long word(long seconds) {
        long value = seconds << CHECK_BITS;
        return value | check(value, CHECK_BITS);
    }

    /** Returns a checksum: the low bits of a well-mixed multiple. One changed bit of the value changes half of them. */
    private static long check(long value, int bits) {
        long mixed = (value ^ value >>> 32) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L;
        return (mixed ^ mixed >>> 32) & (1L << bits) - 1;
    }

    /**
     * Raises the high-water mark.
     *
     * @param seconds new mark, in seconds since 1970
     * @return the resulting mark: the argument, or the former mark if that is later
     * @throws StoreException if it is damaged
     * @throws IllegalArgumentException if no datestamp can express the time
     */
    public long raiseHighWaterMark(long seconds) {
        if (seconds > LAST_SECOND) {
            throw new IllegalArgumentException("no datestamp can express the time " + seconds);
        }
        while (true) {
            long word = (long) WORD.getVolatile(words, HIGH_WATER_MARK);
            long mark = markOf(word);
            if (mark >= seconds) {
                return mark;
            }
            if (WORD.compareAndSet(words, HIGH_WATER_MARK, word, word(seconds))) {
                return seconds;
            }
        }
    }

    private static StoreException damaged(Path file) {
        return new StoreException(
                "The file " + file + ", which coordinates datestamps between processes, is damaged. Nothing was read or written. "
                        + "Stop the hub and all commands, then run: sheaf doctor --fix");
    }
}
