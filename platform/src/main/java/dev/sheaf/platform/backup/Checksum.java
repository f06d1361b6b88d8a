package dev.sheaf.platform.backup;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The checksum of an archive's files. */
final class Checksum {

    private Checksum() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java runtime has SHA-256", impossible);
        }
    }
}
