package dev.sheaf.fulltext.ciff;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import dev.sheaf.fulltext.MalformedIndexException;

/**
 * Reader of the wire format of Protocol Buffers over a stream. Sizes are checked before anything is read or allocated by them. Not thread-safe.
 */
final class WireInput implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int filled;
    /** Bytes of the stream before the buffer. */
    private long before;

    WireInput(InputStream in) {
        this.in = in;
    }

    /** Returns the place in the stream, in bytes after unpacking. */
    long position() {
        return before + at;
    }

    /** Returns whether the stream is at its end. */
    boolean atEnd() throws IOException {
        return at == filled && !fill();
    }

    private boolean fill() throws IOException {
        before += filled;
        at = 0;
        int read = in.read(buffer, 0, buffer.length);
        filled = Math.max(0, read);
        return read > 0;
    }

    private int read() throws IOException, MalformedIndexException {
        if (at == filled && !fill()) {
            throw new MalformedIndexException("the file ends at byte " + position() + ", in the middle of a message");
        }
        return buffer[at++] & 0xFF;
    }

    /** Reads a number of up to 64 bits. */
    long varint() throws IOException, MalformedIndexException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = read();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw malformed("a number is longer than 10 bytes");
    }

    /** Reads the tag before a field: its number and wire type. */
    int tag() throws IOException, MalformedIndexException {
        return count("the number of a field");
    }

    /** Reads a number of the type int32 that must not be negative. */
    int count(String what) throws IOException, MalformedIndexException {
        return (int) count(what, Integer.MAX_VALUE);
    }

    /** Reads a number that must be between 0 and another. */
    long count(String what, long most) throws IOException, MalformedIndexException {
        long value = varint();
        if (value < 0 || value > most) {
            throw malformed(what + " is " + value + "; a number from 0 to " + most + " is expected");
        }
        return value;
    }

    double real() throws IOException, MalformedIndexException {
        long bits = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            bits |= (long) read() << 8 * i;
        }
        return Double.longBitsToDouble(bits);
    }

    /**
     * Reads a text.
     *
     * @param most bytes that it may have
     */
    String text(String what, long most) throws IOException, MalformedIndexException {
        int length = (int) count("the size of " + what, most);
        byte[] utf8 = new byte[length];
        int done = 0;
        while (done < length) {
            if (at == filled && !fill()) {
                throw new MalformedIndexException("the file ends at byte " + position() + ", in " + what);
            }
            int part = Math.min(length - done, filled - at);
            System.arraycopy(buffer, at, utf8, done, part);
            at += part;
            done += part;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
        } catch (CharacterCodingException failure) {
            throw new MalformedIndexException("byte " + position() + ": " + what + " is not UTF-8", failure);
        }
    }

    /** Reads bytes of a file of our own. */
    byte[] bytes(int count) throws IOException, MalformedIndexException {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) read();
        }
        return bytes;
    }

    /** Copies bytes to an output. */
    void copyTo(OutputStream out, long count) throws IOException, MalformedIndexException {
        for (long left = count; left > 0;) {
            if (at == filled && !fill()) {
                throw new MalformedIndexException("the file ends at byte " + position() + ", in the middle of a message");
            }
            int part = (int) Math.min(left, filled - at);
            out.write(buffer, at, part);
            at += part;
            left -= part;
        }
    }

    /** Passes over bytes up to a place. */
    void skipTo(long place) throws IOException, MalformedIndexException {
        copyTo(OutputStream.nullOutputStream(), place - position());
    }

    /**
     * Passes over the value of a field that is not known.
     *
     * @param end of the message around it
     */
    void skip(int tag, long end) throws IOException, MalformedIndexException {
        switch (tag & 7) {
            case WireOutput.VARINT -> varint();
            case WireOutput.FIXED_64 -> skipBytes(8, end);
            case WireOutput.LENGTH_DELIMITED -> skipBytes(varint(), end);
            case WireOutput.FIXED_32 -> skipBytes(4, end);
            default -> throw malformed("a field has the wire type " + (tag & 7) + ", which no message of CIFF has");
        }
    }

    private void skipBytes(long count, long end) throws IOException, MalformedIndexException {
        if (count < 0 || count > end - position()) {
            throw malformed("a field is longer than its message");
        }
        skipTo(position() + count);
    }

    MalformedIndexException malformed(String reason) {
        return new MalformedIndexException("byte " + position() + ": " + reason);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
