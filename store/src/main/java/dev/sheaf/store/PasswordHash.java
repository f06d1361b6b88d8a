package dev.sheaf.store;

import java.util.Arrays;

/**
 * Salted hash of a password: enough to recognise the password, too little to recover it.
 *
 * @param salt drawn for this password; not copied, callers must not change it
 * @param iterations of the derivation
 * @param hash what it derives; not copied, callers must not change it
 */
public record PasswordHash(byte[] salt, int iterations, byte[] hash) {

    /** True when both are of the same password set at the same time: every one has a salt of its own. */
    public boolean isSame(PasswordHash other) {
        return iterations == other.iterations && Arrays.equals(salt, other.salt) && Arrays.equals(hash, other.hash);
    }
}
