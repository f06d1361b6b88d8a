package dev.sheaf.platform.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

import com.github.luben.zstd.ZstdDecompressCtx;
import org.jspecify.annotations.Nullable;

/**
 * Memory outside the heap in which a page is assembled. Segments are decompressed into it, and the socket reads from it without another
 * copy. It owns a decoder, because creating one costs as much as decompressing a segment. Belongs to one thread at a time.
 */
final class PlainPage {

    /** Size in bytes. Most pages fit and go out in one piece with their length; larger ones go out in several. */
    private static final int BYTES = 1 << 20;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
    private final ZstdDecompressCtx decoder = new ZstdDecompressCtx();

    private PlainPage() {}

    /** A fixed number of pages, so that a thousand slow clients do not take a gigabyte. Safe for use by many threads. */
    static final class Pool {

        private static final int LARGEST = 16;

        private final BlockingQueue<PlainPage> idle = new ArrayBlockingQueue<>(LARGEST);
        private final AtomicInteger made = new AtomicInteger();

        /** Returns a page for the caller alone until it is returned; null if all are in use. */
        @Nullable
        PlainPage take() {
            PlainPage page = idle.poll();
            if (page == null && made.getAndUpdate(count -> Math.min(count + 1, LARGEST)) < LARGEST) {
                page = new PlainPage();
            }
            return page;
        }

        void giveBack(PlainPage page) {
            page.buffer.clear();
            idle.add(page);
        }
    }

    /** Adds bytes. */
    void put(byte[] bytes, int offset, int length, Body out) throws IOException {
        for (int done = 0; done < length;) {
            makeRoom(1, out);
            int part = Math.min(buffer.remaining(), length - done);
            buffer.put(bytes, offset + done, part);
            done += part;
        }
    }

    /** Adds a segment: plain bytes, or a zstd frame. */
    void put(SegmentCache.Packed segment, Body out) throws IOException {
        if (segment.plain()) {
            put(segment.bytes(), 0, segment.length(), out);
            return;
        }
        if (segment.length() > BYTES) {
            byte[] plain = decoder.decompress(segment.bytes(), segment.length());
            put(plain, 0, plain.length, out);
            return;
        }
        makeRoom(segment.length(), out);
        int size = decoder.decompressByteArrayToDirectByteBuffer(buffer, buffer.position(), buffer.remaining(), segment.bytes(),
                0,
                segment.bytes().length);
        buffer.position(buffer.position() + size);
    }

    private void makeRoom(int bytes, Body out) throws IOException {
        if (buffer.remaining() < bytes) {
            out.write(buffer.flip());
            buffer.clear();
        }
    }

    /** Ends the page. */
    void end(Body out) throws IOException {
        out.end(buffer.flip());
    }

    /** Destination of a page. */
    interface Body {

        /** Takes a part that is not the last. */
        void write(ByteBuffer part) throws IOException;

        /** Takes the last or only part. */
        void end(ByteBuffer part) throws IOException;

        /** Returns a body that writes to a stream. */
        static Body of(OutputStream out) {
            return out instanceof Body body ? body : new Body() {
                @Override
                public void write(ByteBuffer part) throws IOException {
                    byte[] bytes = new byte[part.remaining()];
                    part.get(bytes);
                    out.write(bytes);
                }

                @Override
                public void end(ByteBuffer part) throws IOException {
                    write(part);
                }
            };
        }
    }
}
