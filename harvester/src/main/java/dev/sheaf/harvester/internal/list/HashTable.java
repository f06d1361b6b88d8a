package dev.sheaf.harvester.internal.list;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Set of numbers other than 0, with a power of two as number of slots, in memory or in a file. Belongs to one thread at a time. */
abstract class HashTable implements AutoCloseable {

    /** Number of slots of a new table. */
    private static final int FIRST_SLOTS = 1 << 10;

    /** Returns the content of a slot; 0 for nothing. */
    abstract long get(long slot);

    abstract void set(long slot, long number);

    abstract long slots();

    @Override
    public abstract void close();

    /**
     * Adds a number. There must be a free slot.
     *
     * @return false if it is already contained
     */
    boolean add(long number) {
        long slot = slot(number);
        if (get(slot) == number) {
            return false;
        }
        set(slot, number);
        return true;
    }

    boolean contains(long number) {
        return get(slot(number)) == number;
    }

    /** Returns the slot of a number, or the one that it would get. */
    long slot(long number) {
        long mask = slots() - 1;
        long slot = (number ^ number >>> 32) & mask;
        for (long there = get(slot); there != 0 && there != number; there = get(slot)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** Returns an empty table in memory. */
    static HashTable inMemory(int slots) {
        return new InMemory(slots);
    }

    /**
     * Returns an empty table in a temporary file that ends with the process.
     *
     * @throws IOException if there is no room for it
     */
    static HashTable inFile(long slots) throws IOException {
        return new InFile(slots);
    }

    /** Copies all numbers to another table, and returns that. */
    HashTable copyTo(HashTable other) {
        for (long slot = 0; slot < slots(); slot++) {
            if (get(slot) != 0) {
                other.add(get(slot));
            }
        }
        return other;
    }

    /** A table in the heap. */
    static final class InMemory extends HashTable {

        private final long[] slots;

        InMemory() {
            this(FIRST_SLOTS);
        }

        private InMemory(int slots) {
            this.slots = new long[slots];
        }

        @Override
        long get(long slot) {
            return slots[(int) slot];
        }

        @Override
        void set(long slot, long number) {
            slots[(int) slot] = number;
        }

        @Override
        long slots() {
            return slots.length;
        }

        @Override
        public void close() {
            // Nothing to close.
        }
    }

    /** A table in a mapped file: the system keeps as much of it in memory as fits. */
    private static final class InFile extends HashTable {

        private static final int BLOCK = 1 << 20;

        private final Path file;
        private final Arena arena = Arena.ofShared();
        private final MemorySegment segment;
        private final long slots;

        InFile(long slots) throws IOException {
            this.slots = slots;
            this.file = Files.createTempFile("sheaf-seen", ".tmp");
            MemorySegment mapped = null;
            try {
                mapped = zeros(file, slots * Long.BYTES, arena);
            } finally {
                if (mapped == null) {
                    close();
                }
            }
            this.segment = mapped;
            delete(file);
        }

        /** Writes zeros instead of only extending the file, so that a full disk fails here and not later as a memory fault. */
        private static MemorySegment zeros(Path file, long bytes, Arena arena) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                ByteBuffer zeros = ByteBuffer.allocate(BLOCK);
                for (long left = bytes; left > 0; left -= zeros.limit()) {
                    zeros.clear().limit((int) Math.min(BLOCK, left));
                    while (zeros.hasRemaining()) {
                        channel.write(zeros);
                    }
                }
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
            }
        }

        /**
         * Deletes the file at once, if the system allows this while it is in use, so that nothing stays when the process dies; otherwise at
         * the end.
         */
        private static void delete(Path file) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException _) {
                file.toFile().deleteOnExit();
            }
        }

        @Override
        long get(long slot) {
            return segment.getAtIndex(ValueLayout.JAVA_LONG, slot);
        }

        @Override
        void set(long slot, long number) {
            segment.setAtIndex(ValueLayout.JAVA_LONG, slot, number);
        }

        @Override
        long slots() {
            return slots;
        }

        @Override
        public void close() {
            arena.close();
            delete(file);
        }
    }
}
