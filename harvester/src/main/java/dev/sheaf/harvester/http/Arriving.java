package dev.sheaf.harvester.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Optional;

import dev.sheaf.core.xml.OaiFormatException;

/** A response whose body is arriving. Belongs to one thread. */
public final class Arriving {

    private final Received response;
    private final WireStream wire;
    private final InputStream body;

    Arriving(Received response, WireStream wire, InputStream body) {
        this.response = response;
        this.wire = wire;
        this.body = body;
    }

    /** Returns the address of the response, after redirects. */
    public URI uri() {
        return response.uri();
    }

    /** Returns the first value of a header, in any letter case. */
    public Optional<String> header(String name) {
        return response.headers().firstValue(name);
    }

    /** Returns the body with content codings undone. Reading throws a {@link HarvestException} if it is too large, too slow or broken. */
    public InputStream body() {
        return body;
    }

    /**
     * Returns a failure that says what arrived instead of OAI-PMH.
     *
     * @param beginning of the body
     * @param failure why it could not be read
     */
    public HarvestException unreadable(byte[] beginning, OaiFormatException failure) {
        return Unreadable.explain(
                new Fetched(response.uri(), response.status(), response.headers(), beginning, wire.bytes()), failure);
    }

    /** Body that limits its size and reports faults as harvest failures. */
    static final class Body extends FilterInputStream {

        private final Received response;
        private final WireStream wire;
        private final long limit;
        private long bytes;

        Body(InputStream plain, Received response, WireStream wire, long limit) {
            super(plain);
            this.response = response;
            this.wire = wire;
            this.limit = limit;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            try {
                int count = in.read(buffer, offset, length);
                bytes += Math.max(0, count);
                if (bytes > limit) {
                    throw new WireStream.TooLargeException(limit);
                }
                return count;
            } catch (IOException failure) {
                throw NetworkFault.unreadable(response, wire, failure);
            }
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
