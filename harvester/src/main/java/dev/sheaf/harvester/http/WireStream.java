package dev.sheaf.harvester.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;

/** Stream that counts and limits the bytes from the network, and remembers whether the network failed. */
final class WireStream extends FilterInputStream {

    /** Number of last bytes that are kept: enough for the last tag in UTF-16, and for notices that a program writes after it. */
    private static final int TAIL = 1024;
    /**
     * Pattern of the end of a response's last tag, in each version of the protocol and with any prefix. Notices of a program may follow it,
     * but no part of a record.
     */
    private static final Pattern END = Pattern
            .compile("</([\\w.-]+:)?(OAI-PMH|Identify|ListMetadataFormats|ListSets|GetRecord|ListIdentifiers|ListRecords)\\s*>"
                    + "(?!.*</?(\\w+:)?(record|header|metadata|about)[\\s>])", Pattern.DOTALL);

    private final long limit;
    private final byte[] tail = new byte[TAIL];
    private volatile long bytes;
    private boolean ended;
    private boolean endedEarly;
    private @Nullable IOException failure;

    WireStream(InputStream in, long limit) {
        super(in);
        this.limit = limit;
    }

    /** Returns the number of bytes read so far; may be called by any thread. */
    long bytes() {
        return bytes;
    }

    /** Returns the failure of the network; null if there was none. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** Returns true if the connection ended before the body that HTTP's framing announced: its length, or its last chunk. */
    boolean isCutOff() {
        return endedEarly || failure != null;
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
            if (isWhole()) {
                ended = true;
                endedEarly = true;
                return -1;
            }
            failure = broken;
            throw broken;
        }
        if (count < 0) {
            ended = true;
        } else {
            remember(buffer, offset, count);
            bytes += count;
        }
        if (bytes > limit) {
            throw new TooLargeException(limit);
        }
        return count;
    }

    private void remember(byte[] buffer, int offset, int count) {
        int added = Math.min(count, TAIL);
        System.arraycopy(tail, added, tail, 0, TAIL - added);
        System.arraycopy(buffer, offset + count - added, tail, TAIL - added, added);
    }

    /**
     * Returns true if a response is complete, although HTTP's framing announced more: servers send a too large Content-Length, or omit the
     * last chunk. A repeated request would bring the same.
     */
    private boolean isWhole() {
        // In UTF-16 every other byte of a tag is zero, in either byte order.
        return !Thread.currentThread().isInterrupted()
                && END.matcher(new String(tail, StandardCharsets.ISO_8859_1).replace("\0", "")).find();
    }

    /**
     * Returns at least 1 until the end was seen. A gzip reader takes 0 between two gzip members as the end of the file, and a socket
     * returns 0 whenever the next packet has not arrived.
     */
    @Override
    public int available() throws IOException {
        return ended ? 0 : Math.max(1, in.available());
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /** Thrown when more bytes arrive than the limit; the message is the limit. */
    static final class TooLargeException extends IOException {

        private static final long serialVersionUID = 1L;

        TooLargeException(long limit) {
            super("the " + limit + " bytes that are accepted; " + Limit.BODY_BYTES.raising().replace("`", "")
                    + " raises the limit");
        }
    }
}
