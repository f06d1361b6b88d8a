package dev.sheaf.publish.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Bounded copying. */
final class Bytes {

    private static final int BUFFER = 1 << 16;

    private Bytes() {}

    static String larger(long size, long most) {
        return "it has " + size + " bytes, and at most " + most + " are read (--option size=N)";
    }

    /**
     * Copies a stream to a new file.
     *
     * @return how many bytes
     * @throws IOException when there are more; the file is gone then
     */
    static long spool(InputStream in, Path file, long most) throws IOException {
        boolean whole = false;
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] buffer = new byte[BUFFER];
            long size = 0;
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                size += count;
                if (size > most) {
                    throw new IOException(
                            "it has more than " + most + " bytes, which is the most that is read (--option size=N)");
                }
                out.write(buffer, 0, count);
            }
            whole = true;
            return size;
        } finally {
            if (!whole) {
                Files.deleteIfExists(file);
            }
        }
    }
}
