package dev.sheaf.platform.crosswalk.sandbox;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Stylesheet of an operator.
 *
 * @param name name in messages
 * @param source XSLT in UTF-8; the array is not copied and must not change
 * @param namespace namespace of the root element of its results; not empty
 */
@SuppressWarnings("ArrayRecordComponent")
public record Stylesheet(String name, byte[] source, String namespace) {

    /** Returns a short digest of the text, which distinguishes stylesheets. */
    public String digest() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(source), 0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this Java runtime lacks SHA-256", impossible);
        }
    }
}
