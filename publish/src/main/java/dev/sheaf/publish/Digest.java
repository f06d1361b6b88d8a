package dev.sheaf.publish;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

import dev.sheaf.core.Sha256;

/** Short names of texts. Stateless. */
final class Digest {

    private static final int BYTES = 8;

    private Digest() {}

    /** Returns the first bytes of the SHA-256 of a text as hexadecimal digits. */
    static String of(String text) {
        byte[] digest = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, BYTES);
    }
}
