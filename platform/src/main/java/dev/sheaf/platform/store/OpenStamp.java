package dev.sheaf.platform.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

import dev.sheaf.core.store.StoreException;

/**
 * What writers and readers of all processes tell each other about datestamps, in two words of a mapped file. Safe for use by many threads
 * and processes.
 *
 * <p><b>The danger.</b> A batch stamped 10:00:00 becomes visible at 10:00:03. A harvester that was told at 10:00:02 that it has everything
 * up to then never asks for 10:00:00 again: the batch is lost to it.
 *
 * <p><b>The marker</b> is the time of the transaction that is open, with a nonce. Only who holds the database's write lock sets it; zero
 * means that none is open. <b>The promise</b> is the latest time that any reader may have been given, or that was ever stamped; it only
 * grows.
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
 * <p><b>A crash</b> between (2) and (6) leaves a marker that holds all answers back. The lock is free then: whoever gets it next overwrites
 * the marker (a writer) or clears the one it saw (an opener, and a reader's process that finds it old). Nobody clears a marker
 * without the lock, for its batch could still be on its way. That the promise is not synchronised to disk matters only if power is lost and
 * the clock is set back as well; openers raise it to the last stamp in the database.
 */
final class OpenStamp {

    private static final String FILE = "open-stamp";
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final long MARKER = 0;
    private static final long PROMISE = 8;
    private static final int SIZE = 16;
    private static final int NONCE_BITS = 27;

    private final MemorySegment words;

    private OpenStamp(MemorySegment words) {
        this.words = words;
    }

    /** Maps the file of a data directory; creates it when absent. */
    static OpenStamp in(Path dataDir) {
        Path file = dataDir.resolve(FILE);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            // Mapping beyond the end extends the file with zeros: no marker, no promise. The mapping ends with the last who can use it.
            return new OpenStamp(channel.map(MapMode.READ_WRITE, 0, SIZE, Arena.ofAuto()));
        } catch (IOException e) {
            throw new StoreException("Cannot write " + file + " (" + e.getMessage()
                    + "): check the permissions of the data directory, or choose another data directory", e);
        }
    }

    /**
     * Sets the marker. Only with the write lock held.
     *
     * @param seconds time of the transaction
     * @return the marker, to clear it by
     */
    long open(long seconds) {
        long marker = seconds << NONCE_BITS | ThreadLocalRandom.current().nextLong(1, 1L << NONCE_BITS);
        WORD.setVolatile(words, MARKER, marker);
        return marker;
    }

    /** The marker; 0 when no transaction is open. */
    long marker() {
        return (long) WORD.getVolatile(words, MARKER);
    }

    /** The time in a marker. */
    static long seconds(long marker) {
        return marker >>> NONCE_BITS;
    }

    /** Clears the marker if it is still this one. */
    void clear(long marker) {
        WORD.compareAndSet(words, MARKER, marker, 0L);
    }

    /** The promise. */
    long promise() {
        return (long) WORD.getVolatile(words, PROMISE);
    }

    /**
     * Raises the promise.
     *
     * @return the promise afterwards: the argument, or what was promised already when that is later
     */
    long promise(long seconds) {
        while (true) {
            long promised = promise();
            if (promised >= seconds) {
                return promised;
            }
            if (WORD.compareAndSet(words, PROMISE, promised, seconds)) {
                return seconds;
            }
        }
    }
}
