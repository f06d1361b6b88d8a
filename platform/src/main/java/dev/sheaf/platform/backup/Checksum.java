package dev.sheaf.platform.backup;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Checksum of the files of an archive. */
final class Checksum {

    private Checksum() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this Java runtime lacks SHA-256", impossible);
        }
    }
}
