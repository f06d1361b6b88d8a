package dev.sheaf.publish;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Short names of texts. Stateless. */
final class Digest {

    private static final int BYTES = 8;

    private Digest() {}

    /** Returns the first bytes of the SHA-256 of a text as hexadecimal digits. */
    static String of(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException failure) {
            throw new IllegalStateException("every JDK has SHA-256", failure);
        }
    }
}
