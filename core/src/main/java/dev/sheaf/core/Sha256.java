package dev.sheaf.core;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash SHA-256 (FIPS 180-4), which every Java runtime has. Safe for use by many threads. */
public final class Sha256 {

    private Sha256() {}

    /** Returns a digest that has read nothing yet. It is for one thread at a time. */
    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this Java runtime lacks SHA-256", impossible);
        }
    }

    /** Returns the 32 bytes of the hash of some bytes. */
    public static byte[] of(byte[] bytes) {
        return begin().digest(bytes);
    }
}
