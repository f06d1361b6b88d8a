package dev.sheaf.store.sql;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.StoreCopy;

/**
 * Encryption of secrets in the database. The key is in a file of the data directory that only its owner may read. So a copy of the database
 * alone, such as one sent to a support desk, reveals no secret. Safe for use by many threads and processes.
 */
public final class SecretBox {

    /** Name of the key's file. */
    static final String KEY_FILE = StoreCopy.KEY_FILE;

    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final Path file;
    private final SecureRandom random = new SecureRandom();

    public SecretBox(Path dataDir) {
        this.file = dataDir.resolve(KEY_FILE);
    }

    /**
     * Encrypts bytes with AES-256-GCM; the nonce comes first. Creates the key if there is none.
     *
     * @param owner number to which the secret belongs; a secret sealed for one owner cannot be opened for another
     */
    public byte[] seal(byte[] plain, int owner) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, keyToWrite(), nonce, owner).doFinal(plain);
            return ByteBuffer.allocate(NONCE_BYTES + sealed.length).put(nonce).put(sealed).array();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this Java runtime lacks AES", impossible);
        }
    }

    /**
     * Decrypts bytes.
     *
     * @throws StoreException if the key is missing or wrong; the message names the remedy
     */
    public byte[] open(byte[] sealed, int owner) {
        byte[] key;
        try {
            key = Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new StoreException(
                    "The key " + file + " of the stored passwords cannot be read: restore it from a backup, or give the "
                            + "passwords again (sheaf source set)",
                    failure);
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, key, Arrays.copyOf(sealed, NONCE_BYTES), owner)
                    .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
        } catch (GeneralSecurityException | IllegalArgumentException failure) {
            throw new StoreException(
                    "The key " + file + " does not fit the stored passwords: restore the right one from a backup, or give the "
                            + "passwords again (sheaf source set)",
                    failure);
        }
    }

    private static Cipher cipher(int mode, byte[] key, byte[] nonce, int owner) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(ByteBuffer.allocate(Integer.BYTES).putInt(owner).array());
        return cipher;
    }

    private byte[] keyToWrite() {
        try {
            byte[] known = Files.readAllBytes(file);
            if (known.length == KEY_BYTES) {
                return known;
            }
            throw new StoreException(
                    "The key " + file + " is damaged: restore it from a backup, or delete it and give all passwords "
                            + "again (sheaf source set)");
        } catch (NoSuchFileException _) {
            return create();
        } catch (IOException failure) {
            throw new StoreException("The key " + file + " cannot be read: check its permissions", failure);
        }
    }

    /** Creates the key file. It appears whole or not at all, and the first of two processes wins. */
    private byte[] create() {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        Path draft = null;
        try {
            // Only the owner may read the temporary file from its creation on.
            draft = Files.createTempFile(file.getParent(), KEY_FILE, ".new", ownerOnly());
            Files.write(draft, key, StandardOpenOption.SYNC);
            try {
                Files.createLink(file, draft);
            } catch (UnsupportedOperationException _) {
                Files.move(draft, file);
            }
            return key;
        } catch (FileAlreadyExistsException _) {
            return keyToWrite();
        } catch (IOException failure) {
            throw new StoreException(
                    "The key " + file + " cannot be written, with which passwords are kept: check the permissions of "
                            + "the data directory",
                    failure);
        } finally {
            delete(draft);
        }
    }

    private FileAttribute<?>[] ownerOnly() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
                : new FileAttribute<?>[0];
    }

    private static void delete(@Nullable Path draft) {
        try {
            if (draft != null) {
                Files.deleteIfExists(draft);
            }
        } catch (IOException _) {
            // The file holds the key and has the permissions of the key file.
        }
    }
}
