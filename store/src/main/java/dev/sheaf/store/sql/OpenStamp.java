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
 * Coordination of datestamps between the writers and readers of all processes, in three words of a mapped file. Safe for use by many
 * threads and processes.
 *
 * <p><b>The danger.</b> A batch stamped 10:00:00 becomes visible at 10:00:03. A harvester that was told at 10:00:02 that it has everything
 * up to then never asks for 10:00:00 again: the batch is lost to it.
 *
 * <p><b>The marker</b> (open-transaction timestamp) is the time of the transaction that is open, with a nonce. Only the holder of the
 * database's write lock sets it; zero means that none is open. <b>The promise</b> (high-water mark) is the latest time that any reader may
 * have been given, or that was ever stamped; it only grows.
 *
 * <p>A writer (1) takes the write lock, (2) sets the marker to m, (3) reads the promise p and stamps everything with max(m, p), (4) raises
 * the promise to that stamp, (5) commits, (6) clears its own marker. A reader (1) raises the promise to t = max(clock, promise), (2) reads
 * the marker m, (3) answers min(t, m), or t when there is none, and only then reads records.
 *
 * <p><b>Why that is enough.</b> All of these are volatile accesses to two words, so for each reader and each writer at least one sees the
 * other's first step. If the writer's (3) comes after the reader's (1), its stamp is at least t, hence not before the answer. Otherwise the
 * writer's (2), which is before its (3), comes before the reader's (2): the reader sees the marker, and its answer is at most m, hence at
 * most the stamp; or it sees that the marker is gone or belongs to a later writer, and then the commit is over and every later snapshot
 * has the batch. The argument does not use the clock, so one that is set back between any two steps does no harm; the promise then
 * stands in for it until it has caught up.
 *
 * <p><b>Clearing</b> compares the whole word. A writer that is slow between (5) and (6) has given up the lock, so another may have set its
 * own marker: the nonce keeps the first from wiping the second's.
 *
 * <p><b>A crash</b> between (2) and (6) leaves a marker that holds all answers back. The lock is free then: the next process to get it
 * overwrites the marker (a writer) or clears the one it saw (an opener, and a reader's process that finds it old). Nobody clears a marker
 * without the lock, for its batch could still be on its way. The promise is not synchronised to disk. This matters only if power is lost
 * and the clock is set back as well; openers raise it to the last stamp in the database.
 *
 * <p><b>Damage.</b> The file begins with a magic word, and each of the other two words carries a checksum of itself, because a promise that
 * is wrong once is in all later datestamps. A damaged word is an error, never a time.
 */
public final class OpenStamp {

    /** Name of the file in a data directory. */
    public static final String FILE = "open-stamp";

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    /** {@code SHEAFOS2} as bytes of the machine's order: a file belongs to one machine. */
    private static final long MAGIC = 0x5348454146_4F5332L;
    private static final long MARKER = 8;
    private static final long PROMISE = 16;
    private static final int SIZE = 24;
    /** Size of files of the first form, which hold the two times without magic word and checksums. */
    private static final int FIRST_FORM = 16;
    private static final int NONCE_BITS = 27;
    private static final int NONCE_CHECK_BITS = 11;
    /** Leaves 38 bits for the seconds: the year 9999 takes all of them. */
    private static final int CHECK_BITS = 26;
    private static final long LAST_SECOND = 253_402_300_799L;

    private final Path file;
    private final MemorySegment words;

    private OpenStamp(Path file, MemorySegment words) {
        this.file = file;
        this.words = words;
    }

    /** Returns one that no other process sees, for a directory in which nothing is written. */
    public static OpenStamp ofNobody(Path dataDir) {
        MemorySegment words = Arena.ofAuto().allocate(SIZE, Long.BYTES);
        WORD.setVolatile(words, 0L, MAGIC);
        return new OpenStamp(dataDir.resolve(FILE), words);
    }

    /**
     * Maps the file of a data directory; creates it when absent. A file of the first form is begun again: the opener raises the promise to
     * the last stamp in the database.
     *
     * @throws StoreException when the file is damaged or cannot be written; the message names the way out
     */
    public static OpenStamp in(Path dataDir) {
        Path file = dataDir.resolve(FILE);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            if (channel.size() == FIRST_FORM) {
                channel.truncate(0);
            }
            // Mapping beyond the end extends the file with zeros: no marker, no promise. The mapping ends with the last who can use it.
            MemorySegment words = channel.map(MapMode.READ_WRITE, 0, SIZE, Arena.ofAuto());
            boolean isNew = (long) WORD.getVolatile(words, MARKER) == 0 && (long) WORD.getVolatile(words, PROMISE) == 0;
            if (isNew) {
                WORD.compareAndSet(words, 0L, 0L, MAGIC);
            }
            OpenStamp stamp = new OpenStamp(file, words);
            if ((long) WORD.getVolatile(words, 0L) != MAGIC) {
                throw stamp.damaged();
            }
            stamp.marker();
            stamp.promise();
            return stamp;
        } catch (IOException e) {
            throw new StoreException("Cannot write " + file + " (" + e.getMessage()
                    + "): check the permissions of the data directory, or choose another data directory", e);
        }
    }

    /**
     * Reads a file without changing anything.
     *
     * @return false when it is damaged; true also when it is absent or of the first form
     * @throws IOException when it cannot be read
     */
    public static boolean isWell(Path dataDir) throws IOException {
        try (FileChannel channel = FileChannel.open(dataDir.resolve(FILE), StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(SIZE).order(ByteOrder.nativeOrder());
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // Reads on.
            }
            if (bytes.position() <= FIRST_FORM) {
                return true;
            }
            if (bytes.hasRemaining()) {
                return false;
            }
            long marker = bytes.getLong((int) MARKER);
            long promise = bytes.getLong((int) PROMISE);
            boolean isNew = bytes.getLong(0) == 0 && marker == 0 && promise == 0;
            return isNew || bytes.getLong(0) == MAGIC && isMarker(marker) && isPromise(promise);
        } catch (NoSuchFileException _) {
            return true;
        }
    }

    /**
     * Sets the marker. Only with the write lock held.
     *
     * @param seconds time of the transaction
     * @return the marker, to clear it by
     */
    long open(long seconds) {
        long marked = seconds << NONCE_BITS
                | ThreadLocalRandom.current().nextLong(1, 1L << NONCE_BITS - NONCE_CHECK_BITS) << NONCE_CHECK_BITS;
        long marker = marked | check(marked, NONCE_CHECK_BITS);
        WORD.setVolatile(words, MARKER, marker);
        return marker;
    }

    /**
     * Returns the marker; 0 when no transaction is open.
     *
     * @throws StoreException when it is damaged
     */
    public long marker() {
        long marker = (long) WORD.getVolatile(words, MARKER);
        if (!isMarker(marker)) {
            throw damaged();
        }
        return marker;
    }

    private static boolean isMarker(long marker) {
        long checked = marker & -1L << NONCE_CHECK_BITS;
        return marker == 0 || marker == (checked | check(checked, NONCE_CHECK_BITS));
    }

    /** The time in a marker. */
    public static long seconds(long marker) {
        return marker >>> NONCE_BITS;
    }

    /** Clears the marker if it is still this one. */
    public void clear(long marker) {
        WORD.compareAndSet(words, MARKER, marker, 0L);
    }

    /**
     * Returns the promise.
     *
     * @throws StoreException when it is damaged
     */
    public long promise() {
        return promised((long) WORD.getVolatile(words, PROMISE));
    }

    private long promised(long word) {
        if (!isPromise(word)) {
            throw damaged();
        }
        return word >>> CHECK_BITS;
    }

    private static boolean isPromise(long word) {
        return word == 0 || word == word(word >>> CHECK_BITS);
    }

    private static long word(long seconds) {
        long value = seconds << CHECK_BITS;
        return value | check(value, CHECK_BITS);
    }

    /** The low bits of a well-mixed multiple: one changed bit of the value changes half of them. */
    private static long check(long value, int bits) {
        long mixed = (value ^ value >>> 32) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L;
        return (mixed ^ mixed >>> 32) & (1L << bits) - 1;
    }

    /**
     * Raises the promise.
     *
     * @return the promise afterwards: the argument, or what was promised already when that is later
     * @throws StoreException when it is damaged
     * @throws IllegalArgumentException when no datestamp can name the time
     */
    public long promise(long seconds) {
        if (seconds > LAST_SECOND) {
            throw new IllegalArgumentException("no datestamp can name the time " + seconds);
        }
        while (true) {
            long word = (long) WORD.getVolatile(words, PROMISE);
            long promised = promised(word);
            if (promised >= seconds) {
                return promised;
            }
            if (WORD.compareAndSet(words, PROMISE, word, word(seconds))) {
                return seconds;
            }
        }
    }

    private StoreException damaged() {
        return new StoreException(
                "The file " + file + " is damaged, which keeps datestamps in order between processes. Nothing was read "
                        + "or written with it. Stop the hub and all commands, then run: sheaf doctor --fix");
    }
}
