package dev.sheaf.platform.crosswalk.sandbox;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A stylesheet of an operator.
 *
 * @param name as it is called in messages
 * @param source XSLT in UTF-8; the array is not copied and must not change
 * @param namespace of the root element that it has to make; not empty
 */
@SuppressWarnings("ArrayRecordComponent")
public record Stylesheet(String name, byte[] source, String namespace) {

    /** Returns a short digest of the text: another text is another stylesheet. */
    public String digest() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(source), 0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
