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

/** Numbers other than 0, each once, in slots of which a power of two is there: in memory, or in a file. Belongs to one thread at a time. */
abstract class HashTable implements AutoCloseable {

    /** Of a new table. */
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
     * @return false when it is there already
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

    /** Where a number is, or would be put. */
    private long slot(long number) {
        long mask = slots() - 1;
        long slot = (number ^ number >>> 32) & mask;
        for (long there = get(slot); there != 0 && there != number; there = get(slot)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** The same numbers in another table in memory. */
    HashTable inMemory(long slots) {
        return copyTo(new InMemory((int) slots));
    }

    /**
     * The same numbers in a file that nobody else sees, and that ends with the process.
     *
     * @throws IOException when there is no room for it
     */
    HashTable inFile(long slots) throws IOException {
        return copyTo(new InFile(slots));
    }

    private HashTable copyTo(HashTable other) {
        for (long slot = 0; slot < slots(); slot++) {
            if (get(slot) != 0) {
                other.add(get(slot));
            }
        }
        return other;
    }

    /** In the heap. */
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
            // The heap needs no closing.
        }
    }

    /** In a file that is mapped: the system holds of it in memory what it has room for. */
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

        /** Written, not only stretched: a disk that is full says so here, and not as a fault of memory later. */
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

        /** Where a file may be deleted while it is in use, nothing of it is left when the process dies; elsewhere it goes at the end. */
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
