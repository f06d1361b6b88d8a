package dev.sheaf.platform.server;

import java.io.IOException;
import java.io.OutputStream;

import com.github.luben.zstd.Zstd;

/**
 * A page that is assembled from compressed segments and the short text around them, in the coding that the client wants. Not thread-safe.
 */
abstract sealed class StitchedBody extends OutputStream {

    final OutputStream out;

    private StitchedBody(OutputStream out) {
        this.out = out;
    }

    /**
     * Begins a page.
     *
     * @param memory memory in which plain pages are assembled
     */
    static StitchedBody in(ContentCoding coding, OutputStream out, PlainPage.Pool memory) throws IOException {
        return switch (coding) {
            case IDENTITY -> plain(out, memory);
            case ZSTD -> new Frames(out);
            case GZIP -> new Gzip(out);
        };
    }

    /**
     * Adds a segment.
     *
     * @param segment a segment in the form that {@link SegmentCache#form} returns for the coding
     */
    abstract void append(SegmentCache.Packed segment) throws IOException;

    @Override
    public void write(int value) throws IOException {
        write(new byte[]{(byte) value}, 0, 1);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    /** Completes the coding and closes the connection's stream. */
    @Override
    public void close() throws IOException {
        out.close();
    }

    private static StitchedBody plain(OutputStream out, PlainPage.Pool memory) {
        PlainPage page = memory.take();
        return page == null ? new Unpacked(out) : new Plain(out, page, memory);
    }

    /** A plain page that is assembled in memory from which the connection reads. */
    private static final class Plain extends StitchedBody {

        private final PlainPage page;
        private final PlainPage.Pool memory;
        private final PlainPage.Body body;
        private boolean closed;

        Plain(OutputStream out, PlainPage page, PlainPage.Pool memory) {
            super(out);
            this.page = page;
            this.memory = memory;
            this.body = PlainPage.Body.of(out);
        }

        @Override
        void append(SegmentCache.Packed segment) throws IOException {
            page.put(segment, body);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            page.put(bytes, offset, length, body);
        }

        @Override
        public void flush() {
            // At the end.
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                try {
                    page.end(body);
                } finally {
                    memory.giveBack(page);
                }
                super.close();
            }
        }
    }

    /** A plain page whose segments are decompressed one by one. */
    private static final class Unpacked extends StitchedBody {

        Unpacked(OutputStream out) {
            super(out);
        }

        @Override
        void append(SegmentCache.Packed segment) throws IOException {
            out.write(segment.plain() ? segment.bytes() : Zstd.decompress(segment.bytes(), segment.length()));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }
    }

    /** A page in zstd, whose data is a sequence of frames (RFC 8878, 3). */
    private static final class Frames extends StitchedBody {

        Frames(OutputStream out) {
            super(out);
        }

        @Override
        void append(SegmentCache.Packed segment) throws IOException {
            out.write(segment.bytes());
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            byte[] frame = new byte[(int) Zstd.compressBound(length)];
            int size = (int) Zstd.compressByteArray(frame, 0, frame.length, bytes, offset, length, SegmentCache.ZSTD_LEVEL);
            out.write(frame, 0, size);
        }
    }

    /**
     * A page as one gzip member (RFC 1952), which is one sequence of deflate blocks. The text around the segments is added uncompressed, in
     * stored blocks.
     */
    private static final class Gzip extends StitchedBody {

        private static final byte[] HEADER = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 0xFF};
        /** An empty last block. */
        private static final byte[] LAST_BLOCK = {3, 0};
        private static final int STORED_MAX = 0xFFFF;

        private final Crc32Sum sum = new Crc32Sum();

        Gzip(OutputStream out) throws IOException {
            super(out);
            out.write(HEADER);
        }

        @Override
        void append(SegmentCache.Packed segment) throws IOException {
            out.write(segment.bytes());
            add(segment.sums());
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int done = 0; done < length;) {
                int part = Math.min(STORED_MAX, length - done);
                out.write(new byte[]{0, (byte) part, (byte) (part >> 8), (byte) ~part, (byte) (~part >> 8)});
                out.write(bytes, offset + done, part);
                done += part;
            }
            add(Sums.of(bytes, offset, length));
        }

        @Override
        public void close() throws IOException {
            out.write(LAST_BLOCK);
            writeInt(sum.crc());
            writeInt((int) sum.length());
            super.close();
        }

        private void add(Sums part) {
            sum.append(part.crc(), part.length());
        }

        private void writeInt(int value) throws IOException {
            out.write(new byte[]{(byte) value, (byte) (value >> 8), (byte) (value >> 16), (byte) (value >> 24)});
        }
    }
}
