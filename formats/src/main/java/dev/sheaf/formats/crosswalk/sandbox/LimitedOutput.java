package dev.sheaf.formats.crosswalk.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Output stream into memory with a limit; writing more bytes fails. Not thread-safe. */
final class LimitedOutput extends OutputStream {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 12);
    private final int limit;
    private boolean full;

    /** @param limit largest number of bytes */
    LimitedOutput(int limit) {
        this.limit = limit;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[]{(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        if (bytes.size() + (long) length > limit) {
            full = true;
            throw new IOException("more than " + limit + " bytes");
        }
        bytes.write(source, offset, length);
    }

    /** Returns whether a write has exceeded the limit. */
    boolean isFull() {
        return full;
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
