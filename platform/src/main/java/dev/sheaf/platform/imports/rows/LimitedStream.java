package dev.sheaf.platform.imports.rows;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Stream that limits the decompressed size, because a few kilobytes of a workbook can contain terabytes. */
final class LimitedStream extends FilterInputStream {

    private final String part;
    private long left;

    LimitedStream(InputStream in, String part, long limit) {
        super(in);
        this.part = part;
        this.left = limit;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = in.read(buffer, offset, length);
        left -= Math.max(0, count);
        if (left < 0) {
            throw new IOException("its part " + part + " unpacks to more than a workbook's does");
        }
        return count;
    }
}
