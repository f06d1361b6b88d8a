package dev.sheaf.platform.keys;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.signatures.SigningKey;
import dev.sheaf.harvester.signatures.VerificationKey;

/**
 * File {@value #NAME} of a data directory: the private key in PKCS #8 and the public key, both as PEM (RFC 7468). Only its owner may read it;
 * a file that others may read is refused. Thread-safe; two processes must not write it at the same time.
 */
public final class KeyFile {

    /** Name of the file in a data directory. */
    public static final String NAME = "signing-key.pem";

    private static final int MOST_BYTES = 4_096;
    private static final int LINE = 64;
    private static final String SECRET = "PRIVATE KEY";
    /** The raw bytes of RFC 8032; a label of its own, because {@code PUBLIC KEY} would be a SubjectPublicKeyInfo. */
    private static final String OPEN = "ED25519 PUBLIC KEY BYTES";
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private final Path file;

    /** @param file need not exist; {@value #NAME} in a data directory */
    public KeyFile(Path file) {
        this.file = file;
    }

    /** Returns the path of the file. */
    public Path path() {
        return file;
    }

    /**
     * Reads the key.
     *
     * @return empty if there is no file
     * @throws SigningKeyException if others may read the file, or if it holds no key
     */
    public Optional<SigningKey> read() {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            refuseReaders();
            if (Files.size(file) > MOST_BYTES) {
                throw damaged(null);
            }
            String text = Files.readString(file, StandardCharsets.US_ASCII);
            return Optional.of(SigningKey.of(block(text, SECRET), VerificationKey.of(block(text, OPEN))));
        } catch (IOException failure) {
            throw new SigningKeyException("The signing key " + file + " cannot be read: " + failure.getClass().getSimpleName()
                    + ". Check its rights and its disk.", failure);
        } catch (GeneralSecurityException | IllegalArgumentException failure) {
            throw damaged(failure);
        }
    }

    private void refuseReaders() throws IOException {
        if (isPosix() && !Collections.disjoint(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS), OTHERS)) {
            throw new SigningKeyException("Others than its owner may use the signing key " + file
                    + ", so it may be known to them. Replace it: sheaf admin key new --replace");
        }
    }

    private SigningKeyException damaged(@Nullable Throwable cause) {
        return new SigningKeyException("The signing key " + file + " is damaged. Restore it from a backup, or replace it: "
                + "sheaf admin key new --replace", cause);
    }

    private static byte[] block(String text, String label) {
        String begin = "-----BEGIN " + label + "-----";
        int start = text.indexOf(begin);
        int end = text.indexOf("-----END " + label + "-----");
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("no " + label);
        }
        return Base64.getMimeDecoder().decode(text.substring(start + begin.length(), end));
    }

    /**
     * Writes a key. The file appears complete and with the rights of its owner alone; an existing one is replaced.
     *
     * @throws SigningKeyException if the file cannot be written
     */
    public void write(SigningKey key) {
        String text = pem(SECRET, key.secretBytes()) + pem(OPEN, Base64.getUrlDecoder().decode(key.open().x()));
        Path partial = file.resolveSibling(NAME + ".partial");
        try {
            PrivateFiles.emptyFile(partial);
            Files.writeString(partial, text, StandardCharsets.US_ASCII, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new SigningKeyException("The signing key " + file + " cannot be written: " + failure.getClass().getSimpleName()
                    + ". Check the rights and the space of the data directory.", failure);
        }
    }

    private static String pem(String label, byte[] bytes) {
        return "-----BEGIN " + label + "-----\n" + Base64.getMimeEncoder(LINE, new byte[]{'\n'}).encodeToString(bytes)
                + "\n-----END "
                + label + "-----\n";
    }

    /**
     * Deletes the file.
     *
     * @return false if there was none
     * @throws SigningKeyException if it cannot be deleted
     */
    public boolean remove() {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new SigningKeyException("The signing key " + file + " cannot be deleted. Delete it yourself.", failure);
        }
    }

    private boolean isPosix() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
