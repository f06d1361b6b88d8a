package dev.sheaf.store;

import java.util.Arrays;

/**
 * Salted hash of a password. It suffices to check the password, but not to recover it.
 *
 * @param salt generated for this password; not copied, callers must not change it
 * @param iterations number of iterations of the key derivation
 * @param hash derived key; not copied, callers must not change it
 */
public record PasswordHash(byte[] salt, int iterations, byte[] hash) {

    /** Returns true if both hashes come from the same setting of a password; each setting has its own salt. */
    public boolean isSame(PasswordHash other) {
        return iterations == other.iterations && Arrays.equals(salt, other.salt) && Arrays.equals(hash, other.hash);
    }
}
