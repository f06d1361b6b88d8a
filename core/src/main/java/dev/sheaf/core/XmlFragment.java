package dev.sheaf.core;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * One XML element as UTF-8 bytes that can be put into any document: it declares every namespace it uses.
 *
 * <p>The bytes are those that were received, with added namespace declarations where needed; they never pass through an XML writer. Two
 * fragments are equal when their bytes are. Thread-safe as long as nobody changes the array of {@link #utf8()}.
 */
public final class XmlFragment {

    private final byte[] utf8;

    private XmlFragment(byte[] utf8) {
        this.utf8 = utf8;
    }

    /** Wraps bytes known to be one well-formed, self-contained element in UTF-8. The array is not copied and must not change. */
    public static XmlFragment of(byte[] utf8) {
        return new XmlFragment(utf8);
    }

    /** Wraps text known to be one well-formed, self-contained element. */
    public static XmlFragment of(String xml) {
        return new XmlFragment(xml.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the bytes. The array is not copied: callers must not change it. */
    public byte[] utf8() {
        return utf8;
    }

    /** Returns the number of bytes. */
    public int length() {
        return utf8.length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof XmlFragment that && Arrays.equals(utf8, that.utf8);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(utf8);
    }

    /** Returns the element as text. */
    @Override
    public String toString() {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
