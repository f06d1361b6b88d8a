package dev.sheaf.publish.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;

import dev.sheaf.core.Sha256;

/**
 * Content of a file, as a local file. Closing it deletes a copy, and nothing else.
 *
 * @param file to read; must not be changed
 * @param copy true when it was made for this purpose
 * @param size in bytes
 * @param modified time of the last modification of the original, in milliseconds since 1970; negative when it is not known
 */
public record Content(Path file, boolean copy, long size, long modified) implements Closeable {

    /**
     * Returns the SHA-256 of the content.
     *
     * @throws IOException when it cannot be read any more; the message is for people
     */
    public byte[] sha256() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = Sha256.begin();
            byte[] buffer = new byte[1 << 16];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
            }
            return digest.digest();
        } catch (IOException failure) {
            throw new IOException(LocalTree.reason(failure), failure);
        }
    }

    @Override
    public void close() throws IOException {
        if (copy) {
            Files.deleteIfExists(file);
        }
    }
}
