package dev.sheaf.formats.crosswalk.sandbox;

import java.util.HexFormat;

import dev.sheaf.core.Sha256;

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
        return HexFormat.of().formatHex(Sha256.of(source), 0, 16);
    }
}
