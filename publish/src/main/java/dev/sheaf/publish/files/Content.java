package dev.sheaf.publish.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Content of a file, as a local file. Closing it deletes a copy, and nothing else.
 *
 * @param file to read; must not be changed
 * @param copy true when it was made for this purpose
 * @param size in bytes
 * @param modified time of the last modification of the original, in milliseconds since 1970; negative when it is not known
 */
public record Content(Path file, boolean copy, long size, long modified) implements Closeable {

    @Override
    public void close() throws IOException {
        if (copy) {
            Files.deleteIfExists(file);
        }
    }
}
