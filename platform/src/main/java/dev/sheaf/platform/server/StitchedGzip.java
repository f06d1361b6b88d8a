package dev.sheaf.platform.server;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;

/**
 * Writes a page as one gzip member that is stitched together from runs compressed earlier. The little text around the runs goes in as it
 * is, in stored blocks. Every gzip reader takes it. Not thread-safe.
 */
final class StitchedGzip extends OutputStream {

    private static final byte[] HEADER = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 0xFF};
    /** An empty last block. */
    private static final byte[] LAST_BLOCK = {3, 0};
    private static final int STORED_MAX = 0xFFFF;

    private final OutputStream out;
    private final Crc32Sum sum = new Crc32Sum();

    StitchedGzip(OutputStream out) throws IOException {
        this.out = out;
        out.write(HEADER);
    }

    /** Adds a run. */
    void append(KeptRuns.Packed run) throws IOException {
        out.write(run.bytes());
        sum.append(run.crc(), run.length());
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[]{(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int done = 0; done < length;) {
            int part = Math.min(STORED_MAX, length - done);
            out.write(new byte[]{0, (byte) part, (byte) (part >> 8), (byte) ~part, (byte) (~part >> 8)});
            out.write(bytes, offset + done, part);
            done += part;
        }
        CRC32 crc = new CRC32();
        crc.update(bytes, offset, length);
        sum.append((int) crc.getValue(), length);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    /** Ends the member and closes the connection's stream. */
    @Override
    public void close() throws IOException {
        out.write(LAST_BLOCK);
        writeInt(sum.crc());
        writeInt((int) sum.length());
        out.close();
    }

    private void writeInt(int value) throws IOException {
        out.write(new byte[]{(byte) value, (byte) (value >> 8), (byte) (value >> 16), (byte) (value >> 24)});
    }
}
