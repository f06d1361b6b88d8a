package dev.sheaf.core;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Stream with a limit, because a few kilobytes from outside can unpack to terabytes, and a response can be endless. Reading behind the limit
 * fails; nothing is cut off silently. For one thread at a time.
 */
public final class BoundedStream extends FilterInputStream {

    private final String message;
    private long left;

    /**
     * Limits a stream.
     *
     * @param most largest number of bytes
     * @param message of the exception that is thrown above the limit
     */
    public BoundedStream(InputStream in, long most, String message) {
        super(in);
        this.left = most;
        this.message = message;
    }

    /** @throws IOException if the stream has more bytes than it may have */
    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /** @throws IOException if the stream has more bytes than it may have */
    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = in.read(buffer, offset, length);
        left -= Math.max(0, count);
        if (left < 0) {
            throw new IOException(message);
        }
        return count;
    }

    /** Returns false: bytes that are read again would count twice. */
    @Override
    public boolean markSupported() {
        return false;
    }
}
