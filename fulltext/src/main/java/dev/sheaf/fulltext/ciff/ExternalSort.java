package dev.sheaf.fulltext.ciff;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

import dev.sheaf.fulltext.MalformedIndexException;

/**
 * Sort of entries that do not fit into memory: the caller adds portions that are sorted, which go to temporary files, and reads all entries in the
 * order of their keys; those of one key come in the order of adding. When there are many files, they are merged into one. Not thread-safe.
 */
final class ExternalSort implements AutoCloseable {

    /** Files that are read at the same time; each takes 64 KB of memory. */
    private static final int MOST_FILES = 64;

    private final Path folder;
    private final int mostFiles;
    private final List<Path> files = new ArrayList<>();

    ExternalSort(Path folder) {
        this(folder, MOST_FILES);
    }

    ExternalSort(Path folder, int mostFiles) {
        this.folder = folder;
        this.mostFiles = mostFiles;
    }

    /** Writer of one sorted portion. */
    static final class Portion implements AutoCloseable {

        private final OutputStream out;
        private final WireOutput head = new WireOutput();

        private Portion(Path file) throws IOException {
            this.out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        }

        /**
         * Adds an entry.
         *
         * @param key not before that of the entry before it, by its bytes
         */
        void add(byte[] key, byte[] content, int length) throws IOException {
            head(key, length);
            out.write(content, 0, length);
        }

        private void head(byte[] key, long length) throws IOException {
            head.clear();
            head.varint(key.length).put(key, key.length).varint(length).writeTo(out);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /** Takes an entry. */
    @FunctionalInterface
    interface Taking {
        /**
         * @param content stands at the beginning of the content; what is not read of it is passed over
         * @param length bytes of the content
         */
        void take(byte[] key, WireInput content, long length) throws IOException, MalformedIndexException;
    }

    /** Begins a portion; it must be closed before the next one. */
    Portion portion() throws IOException {
        if (files.size() == mostFiles) {
            merge();
        }
        Path file = create();
        files.add(file);
        return new Portion(file);
    }

    private void merge() throws IOException {
        Path merged = create();
        try (Portion portion = new Portion(merged)) {
            read((key, content, length) -> {
                portion.head(key, length);
                content.copyTo(portion.out, length);
            });
        } catch (MalformedIndexException failure) {
            throw new IOException("a temporary file is damaged: " + failure.getMessage(), failure);
        }
        close();
        files.add(merged);
    }

    private Path create() throws IOException {
        return Files.createTempFile(folder, "sorted", ".tmp");
    }

    /**
     * Reads all entries in order. It may be called again.
     *
     * @throws MalformedIndexException when the caller throws it
     */
    void read(Taking taking) throws IOException, MalformedIndexException {
        List<WireInput> open = new ArrayList<>();
        try {
            PriorityQueue<Cursor> cursors = new PriorityQueue<>(Cursor.ORDER);
            for (Path file : files) {
                WireInput in = new WireInput(Files.newInputStream(file));
                open.add(in);
                Cursor cursor = new Cursor(in, open.size());
                if (cursor.next()) {
                    cursors.add(cursor);
                }
            }
            for (Cursor first = cursors.poll(); first != null; first = cursors.poll()) {
                taking.take(first.key, first.in, first.length);
                if (first.next()) {
                    cursors.add(first);
                }
            }
        } finally {
            for (WireInput in : open) {
                in.close();
            }
        }
    }

    /** The place that was reached in a file. */
    private static final class Cursor {

        static final Comparator<Cursor> ORDER = Comparator.comparing((Cursor cursor) -> cursor.key, Arrays::compareUnsigned)
                .thenComparingInt(cursor -> cursor.number);

        private final WireInput in;
        private final int number;
        private byte[] key = {};
        private long length;
        private long end;

        Cursor(WireInput in, int number) {
            this.in = in;
            this.number = number;
        }

        boolean next() throws IOException, MalformedIndexException {
            if (in.position() < end) {
                in.skipTo(end);
            }
            if (in.atEnd()) {
                return false;
            }
            key = in.bytes(in.count("the size of a key"));
            length = in.varint();
            end = in.position() + length;
            return true;
        }
    }

    /** Removes the files. */
    @Override
    public void close() throws IOException {
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
        files.clear();
    }
}
