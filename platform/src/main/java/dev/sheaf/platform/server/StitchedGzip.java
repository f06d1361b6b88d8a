package dev.sheaf.platform.server;

import java.io.IOException;
import java.io.OutputStream;

import dev.sheaf.core.repository.RecordRun;
import dev.sheaf.core.xml.OaiWriter;

/**
 * Writes a page as one gzip member that is stitched together from runs compressed earlier. The little text around the runs goes in as it
 * is, in stored blocks. Every gzip reader takes it. Not thread-safe.
 */
final class StitchedGzip extends OutputStream implements OaiWriter.RunOutput {

    private static final byte[] HEADER = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 0xFF};
    /** An empty last block. */
    private static final byte[] LAST_BLOCK = {3, 0};
    private static final int STORED_MAX = 0xFFFF;

    private final OutputStream out;
    private final KeptRuns kept;
    private final String repository;
    private final Crc32Sum sum = new Crc32Sum();

    StitchedGzip(OutputStream out, KeptRuns kept, String repository) throws IOException {
        this.out = out;
        this.kept = kept;
        this.repository = repository;
        out.write(HEADER);
    }

    @Override
    public void write(RecordRun run) throws IOException {
        append(kept.deflated(repository, run));
    }

    /** Adds a run that has been looked up already. */
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
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
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
