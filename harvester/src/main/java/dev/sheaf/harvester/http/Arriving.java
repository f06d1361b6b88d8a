package dev.sheaf.harvester.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Optional;

import dev.sheaf.core.xml.OaiFormatException;

/** A response whose body is on its way. Belongs to one thread. */
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

    /** The first value of a header, whatever the case of its name. */
    public Optional<String> header(String name) {
        return response.headers().firstValue(name);
    }

    /** The body with content codings undone. It throws a {@link HarvestException} when it is too large, too slow or broken. */
    public InputStream body() {
        return body;
    }

    /**
     * Says what came instead of OAI-PMH.
     *
     * @param beginning of the body
     * @param failure why it could not be read
     */
    public HarvestException unreadable(byte[] beginning, OaiFormatException failure) {
        return Unreadable.explain(
                new Fetched(response.uri(), response.status(), response.headers(), beginning, wire.bytes()), failure);
    }

    /** Bounds what is read and says in a harvest's words what is wrong with it. */
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
