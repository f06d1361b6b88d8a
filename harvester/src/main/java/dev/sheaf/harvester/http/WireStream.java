package dev.sheaf.harvester.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;

/** Counts and bounds what comes over the wire, and remembers whether it was the wire that failed. */
final class WireStream extends FilterInputStream {

    /** Room for the last tag in UTF-16, and for the notices that a program writes after it. */
    private static final int TAIL = 1024;
    /**
     * The end of the last tag of a response, in each version of the protocol and with any prefix. Notices of a program may follow it, but
     * nothing of a record.
     */
    private static final Pattern END = Pattern
            .compile("</([\\w.-]+:)?(OAI-PMH|Identify|ListMetadataFormats|ListSets|GetRecord|ListIdentifiers|ListRecords)\\s*>"
                    + "(?!.*</?(\\w+:)?(record|header|metadata|about)[\\s>])", Pattern.DOTALL);

    private final long limit;
    private final byte[] tail = new byte[TAIL];
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
            if (isWhole()) {
                ended = true;
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
     * True when a response is at its end, though HTTP's framing promised more: servers send a Content-Length that is too large, or leave out
     * the chunk that ends a body. Asking again brings the same.
     */
    private boolean isWhole() {
        // Of UTF-16 every other byte of a tag is zero, whichever comes first.
        return !Thread.currentThread().isInterrupted()
                && END.matcher(new String(tail, StandardCharsets.ISO_8859_1).replace("\0", "")).find();
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

    /** Failure because more bytes came than are accepted; the message is the limit. */
    static final class TooLargeException extends IOException {

        private static final long serialVersionUID = 1L;

        TooLargeException(long limit) {
            super("the " + limit + " bytes that are accepted; " + Limit.BODY_BYTES.raising().replace("`", "")
                    + " raises the limit");
        }
    }
}
