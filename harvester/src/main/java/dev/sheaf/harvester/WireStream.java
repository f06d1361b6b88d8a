package dev.sheaf.harvester;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

import org.jspecify.annotations.Nullable;

/** Counts and bounds what comes over the wire, and remembers whether it was the wire that failed. */
final class WireStream extends FilterInputStream {

    private final long limit;
    private volatile long bytes;
    private boolean ended;
    private @Nullable IOException failure;

    WireStream(InputStream in, long limit) {
        super(in);
        this.limit = limit;
    }

    /** Bytes read so far; may be asked by any thread. */
    long bytes() {
        return bytes;
    }

    /** Why the wire failed; null when it did not. */
    @Nullable
    IOException failure() {
        return failure;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the reading thread writes.
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count;
        try {
            count = in.read(buffer, offset, length);
        } catch (IOException broken) {
            failure = broken;
            throw broken;
        }
        if (count < 0) {
            ended = true;
        } else {
            bytes += count;
        }
        if (bytes > limit) {
            throw new TooLargeException(limit);
        }
        return count;
    }

    /**
     * At least 1 until the end was seen: a gzip reader takes 0 as the end of the file between two gzip members, and a socket says 0
     * whenever the next packet has not come.
     */
    @Override
    public int available() throws IOException {
        return ended ? 0 : Math.max(1, in.available());
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
