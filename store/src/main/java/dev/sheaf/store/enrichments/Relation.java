package dev.sheaf.store.enrichments;

import java.util.Arrays;
import java.util.Objects;

/**
 * A relation from one item to another, such as a citation. Two items have at most one relation of each kind in each direction.
 *
 * @param kind 1 to 64 lower-case letters, digits, dots and hyphens, beginning with a letter
 * @param evidence the reason for the relation, in a form that the kind defines; may be empty; not copied, so the caller must not change it
 */
public record Relation(ItemKey from, ItemKey to, String kind, byte[] evidence) {

    /** Largest number of bytes of evidence. */
    public static final int MAX_EVIDENCE = 64 << 10;

    /** @throws IllegalArgumentException when the kind is malformed, or there is more evidence than {@link #MAX_EVIDENCE} */
    public Relation {
        Kinds.check(kind);
        Kinds.checkSize("The evidence of the relation '" + kind + "' from " + from + " to " + to, evidence.length, MAX_EVIDENCE);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Relation that && from.equals(that.from) && to.equals(that.to) && kind.equals(that.kind)
                && Arrays.equals(evidence, that.evidence);
    }

    @Override
    public int hashCode() {
        return Objects.hash(from, to, kind, Arrays.hashCode(evidence));
    }

    @Override
    public String toString() {
        return kind + " from " + from + " to " + to + " (" + evidence.length + " bytes of evidence)";
    }
}
