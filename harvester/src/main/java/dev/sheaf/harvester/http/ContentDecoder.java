package dev.sheaf.harvester.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * Decoder of HTTP content codings. It trusts the bytes more than the label: servers send gzip and deflate without a label, or with a wrong
 * one, and proxies unpack gzip without changing the label.
 */
final class ContentDecoder {

    private static final int CHUNK = 1 << 16;
    private static final int PEEK = 2;
    /** Number of bytes that are unpacked to test for a coding; a table of codes before the first character takes at most a hundred. */
    private static final int SAMPLE = 512;
    /** Largest number of codings: a page may be packed by the program and again by the server in front of it. */
    private static final int MAX_LAYERS = 2;

    /** Largest number of bytes that are allocated in advance for a stated length. */
    private static final int MAX_EXPECTED = 4 << 20;
    /** Smallest usual compression ratio of XML. */
    private static final int USUAL_RATIO = 4;

    private ContentDecoder() {}

    /** Memory for a body. */
    @FunctionalInterface
    interface Room {
        /** Reserves memory up to a size, in bytes; waits until it is available. */
        void take(long size) throws IOException;
    }

    /**
     * Reads a body to its end.
     *
     * @param label value of Content-Encoding; empty when there is none
     * @param limit largest number of bytes of the result
     * @param whole true if a longer body is an error, false if its rest is not needed
     * @param mayEndEarly true to return the beginning of a truncated packed body; false if that is an error
     * @param stated length stated by the server; negative if none is
     * @param room called before memory is allocated
     * @throws ZipException if the coding is unknown, or if the bytes are broken
     */
    static byte[] decode(InputStream wire, String label, long limit, boolean whole, boolean mayEndEarly, long stated, Room room)
            throws IOException {
        InputStream plain = undo(wire, label);
        long expected = label.isBlank() ? stated : stated * USUAL_RATIO;
        // Closing releases the inflaters' native memory now and not at some garbage collection.
        try (InputStream closing = plain) {
            byte[] body = readAll(closing, limit, whole, mayEndEarly, expected, room);
            if (whole) {
                // A connection is reused only if its response was read to the end, after the gzip trailer.
                drain(wire);
            }
            return body;
        }
    }

    /** Reads the rest after a complete body. A connection that breaks here does not affect the body. */
    private static void drain(InputStream wire) throws IOException {
        try {
            wire.transferTo(OutputStream.nullOutputStream());
        } catch (WireStream.TooLargeException bound) {
            throw bound;
        } catch (IOException _) {
            // The framing announced more than arrived: a too large Content-Length, or no last chunk.
        }
    }

    /**
     * Returns a body without its coding.
     *
     * @param label value of Content-Encoding; empty if there is none
     * @throws ZipException if the coding is unknown
     */
    static InputStream undo(InputStream wire, String label) throws IOException {
        InputStream plain = wire;
        String coding = label.strip().toLowerCase(Locale.ROOT);
        for (int layer = 0; layer < MAX_LAYERS; layer++) {
            PushbackInputStream peeking = new PushbackInputStream(plain, SAMPLE);
            Optional<InputStream> opened = open(peeking, peek(peeking), coding);
            plain = opened.orElse(peeking);
            coding = "";
        }
        return plain;
    }

    /** Returns the stream below a coding; empty if there is none. */
    private static Optional<InputStream> open(PushbackInputStream in, byte[] start, String label) throws IOException {
        if (start.length < PEEK) {
            return Optional.empty();
        }
        int first = start[0] & 0xff;
        int second = start[1] & 0xff;
        if (first == 0x1f && second == 0x8b) {
            return Optional.of(new GZIPInputStream(in, CHUNK));
        }
        boolean looksPlain = first == '<' || first == 0xef || Character.isWhitespace(first);
        if (looksPlain) {
            return Optional.empty();
        }
        // The standard defines zlib's format; real servers also send the raw stream.
        boolean isBare = !isZlib(first, second);
        if (label.equals("deflate")) {
            return Optional.of(inflate(in, isBare));
        }
        if (unpacksToMarkup(sample(in), isBare)) {
            return Optional.of(inflate(in, isBare));
        }
        return switch (label) {
            case "", "identity", "gzip", "x-gzip" -> Optional.empty();
            default -> {
                if (isCharset(label)) {
                    yield Optional.empty();
                }
                throw new ZipException("the content coding '" + label + "' was not asked for and is not known");
            }
        };
    }

    /** Returns the beginning of a body without consuming it; it is shorter if the body is, or if its connection breaks. */
    private static byte[] sample(PushbackInputStream in) throws IOException {
        byte[] sample = Arrays.copyOf(in.readNBytes(PEEK), SAMPLE);
        int length = PEEK;
        try {
            for (int count = 0; count >= 0 && length < SAMPLE; count = in.read(sample, length, SAMPLE - length)) {
                length += count;
            }
        } catch (IOException _) {
            // The next reader meets the same failure, after the bytes that arrived.
        }
        in.unread(sample, 0, length);
        return Arrays.copyOf(sample, length);
    }

    /** Returns true for an unlabelled packed body. Other bytes do not unpack to the beginning of a tag. */
    private static boolean unpacksToMarkup(byte[] sample, boolean bare) {
        try (Inflater inflater = new Inflater(bare)) {
            inflater.setInput(sample);
            byte[] start = new byte[PEEK + 1];
            if (inflater.inflate(start) < start.length) {
                return false;
            }
            boolean isMarked = (start[0] & 0xff) == 0xef && (start[1] & 0xff) == 0xbb && (start[2] & 0xff) == 0xbf;
            return isMarked || start[0] == '<' && (start[1] == '?' || start[1] == '!' || Character.isLetter(start[1]));
        } catch (DataFormatException _) {
            return false;
        }
    }

    /** Returns whether a label is a charset. Some servers state the charset in Content-Encoding; the body is then not packed. */
    private static boolean isCharset(String label) {
        try {
            return Charset.isSupported(label);
        } catch (IllegalCharsetNameException _) {
            return false;
        }
    }

    private static InputStream inflate(InputStream in, boolean bare) {
        Inflater inflater = new Inflater(bare);
        return new InflaterInputStream(in, inflater, CHUNK) {
            @Override
            public void close() throws IOException {
                super.close();
                inflater.end();
            }
        };
    }

    private static boolean isZlib(int first, int second) {
        return (first & 0x0f) == 8 && ((first << 8) | second) % 31 == 0;
    }

    private static byte[] peek(PushbackInputStream in) throws IOException {
        byte[] start = in.readNBytes(PEEK);
        in.unread(start);
        return start;
    }

    private static byte[] readAll(InputStream in, long limit, boolean whole, boolean mayEndEarly, long expected, Room room)
            throws IOException {
        int first = (int) Math.min(limit + 1, Math.clamp(expected, CHUNK, MAX_EXPECTED));
        room.take(first);
        byte[] buffer = new byte[first];
        int length = 0;
        while (true) {
            if (length == buffer.length) {
                int next = in.read();
                if (next < 0) {
                    // The body has the stated length, so nothing is copied.
                    return buffer;
                }
                // One byte more than the limit shows whether the body is longer.
                int larger = (int) Math.min(Math.max(limit + 1, length + 1L), 2L * length);
                room.take(larger);
                buffer = Arrays.copyOf(buffer, larger);
                buffer[length++] = (byte) next;
            }
            int count;
            try {
                count = in.read(buffer, length, buffer.length - length);
            } catch (EOFException early) {
                if (!mayEndEarly || length == 0) {
                    throw early;
                }
                // The server packed without being asked, and the body is truncated: the document ends early, like a plain one.
                count = -1;
            }
            if (count < 0) {
                return Arrays.copyOf(buffer, length);
            }
            length += count;
            if (length > limit) {
                if (whole) {
                    throw new WireStream.TooLargeException(limit);
                }
                return Arrays.copyOf(buffer, (int) limit);
            }
        }
    }
}
