package dev.sheaf.platform.crosswalk.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Bytes up to a limit; writing more fails. Not thread-safe. */
final class LimitedOutput extends OutputStream {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 12);
    private final int limit;
    private boolean full;

    /** @param limit most bytes */
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

    /** Returns whether more was written than there is room for. */
    boolean isFull() {
        return full;
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
