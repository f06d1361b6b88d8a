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
 * Undoes HTTP content codings. The bytes are believed before the label: gzip and deflate come without one, or with another word in it, and
 * plain text comes labelled as gzip when a proxy has unpacked it.
 */
final class ContentDecoder {

    private static final int CHUNK = 1 << 16;
    private static final int PEEK = 2;
    /** Packed bytes that are unpacked on suspicion: a table of codes in front of the first character takes a hundred at most. */
    private static final int SAMPLE = 512;
    /** A page packed by the program and again by the server in front of it; nobody packs three times. */
    private static final int MAX_LAYERS = 2;

    /** Most bytes allocated in advance for a stated length; more memory is taken when the bytes arrive. */
    private static final int MAX_EXPECTED = 4 << 20;
    /** Least factor by which XML usually shrinks. */
    private static final int USUAL_RATIO = 4;

    private ContentDecoder() {}

    /** Memory for a body. */
    @FunctionalInterface
    interface Room {
        /** Takes memory up to a size, in bytes; waits until it may. */
        void take(long size) throws IOException;
    }

    /**
     * Reads a body to its end.
     *
     * @param label value of Content-Encoding; empty when there is none
     * @param limit bytes of the result accepted
     * @param whole true when more is an error, false when the rest is not needed
     * @param mayEndEarly true to return the beginning of a packed body that breaks off; false when that is an error
     * @param stated bytes on the wire that the server has stated; negative when it has not
     * @param room asked before memory is taken
     * @throws ZipException when the coding is unknown or the bytes are broken
     */
    static byte[] decode(InputStream wire, String label, long limit, boolean whole, boolean mayEndEarly, long stated, Room room)
            throws IOException {
        InputStream plain = undo(wire, label);
        long expected = label.isBlank() ? stated : stated * USUAL_RATIO;
        // Closing frees the inflaters' native memory now instead of with some garbage collection.
        try (InputStream closing = plain) {
            byte[] body = readAll(closing, limit, whole, mayEndEarly, expected, room);
            if (whole) {
                // A connection is used again only when its response was read to the end, after the gzip trailer.
                drain(wire);
            }
            return body;
        }
    }

    /** Reads what follows a body that is whole. A connection that breaks there takes nothing from the body. */
    private static void drain(InputStream wire) throws IOException {
        try {
            wire.transferTo(OutputStream.nullOutputStream());
        } catch (WireStream.TooLargeException bound) {
            throw bound;
        } catch (IOException _) {
            // The framing promised more than came: a Content-Length that is too large, or no last chunk.
        }
    }

    /**
     * A body without its coding.
     *
     * @param label value of Content-Encoding; empty when there is none
     * @throws ZipException when the coding is unknown
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

    /** The stream below a coding; empty when there is none. */
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
        // By the standard zlib's format, in the field also the bare stream.
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

    /** The beginning of a body, which stays to be read; shorter when the body is, or when its connection breaks. */
    private static byte[] sample(PushbackInputStream in) throws IOException {
        byte[] sample = Arrays.copyOf(in.readNBytes(PEEK), SAMPLE);
        int length = PEEK;
        try {
            for (int count = 0; count >= 0 && length < SAMPLE; count = in.read(sample, length, SAMPLE - length)) {
                length += count;
            }
        } catch (IOException _) {
            // The next reader meets the same end, after what has come.
        }
        in.unread(sample, 0, length);
        return Arrays.copyOf(sample, length);
    }

    /** True of a packed body that nothing labels as such: other bytes do not unpack to the beginning of a tag. */
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

    /** Some servers state the charset in Content-Encoding: nothing is packed then. */
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
                    // As long as stated: nothing is copied.
                    return buffer;
                }
                // One byte more than the limit tells whether there is more.
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
                // A server that packs unasked, and breaks off: the document ends early, as a plain one may.
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
