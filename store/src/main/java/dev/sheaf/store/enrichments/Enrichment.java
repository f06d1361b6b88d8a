package dev.sheaf.store.enrichments;

import java.util.Arrays;
import java.util.Objects;

/**
 * An addition of a service to an item. An item has one of each kind.
 *
 * @param kind 1 to 64 lower-case letters, digits, dots and hyphens, beginning with a letter
 * @param bytes content, in a form that the kind defines; not copied, so the caller must not change them
 */
public record Enrichment(ItemKey item, String kind, byte[] bytes) {

    /** Largest number of bytes of one enrichment. */
    public static final int MAX_BYTES = 4 << 20;

    /** @throws IllegalArgumentException when the kind is malformed, or there are more bytes than {@link #MAX_BYTES} */
    public Enrichment {
        Kinds.check(kind);
        Kinds.checkSize("The enrichment '" + kind + "' of " + item, bytes.length, MAX_BYTES);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Enrichment that && item.equals(that.item) && kind.equals(that.kind)
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(item, kind, Arrays.hashCode(bytes));
    }

    @Override
    public String toString() {
        return kind + " of " + item + " (" + bytes.length + " bytes)";
    }
}
