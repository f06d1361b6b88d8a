package dev.sheaf.core;

import java.util.ArrayList;
import java.util.List;

/**
 * The name of a set: a path of colon-separated nodes (S2.6).
 *
 * @param value as received; may be illegal when a foreign repository sent it: ask {@link #isLegal()}
 */
public record SetSpec(String value) {

    /** Returns whether every node is a non-empty run of URI unreserved characters, as the response schema demands. */
    public boolean isLegal() {
        if (value.isEmpty() || value.endsWith(":")) {
            return false;
        }
        for (String node : value.split(":", -1)) {
            if (!isUnreserved(node)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the sets that contain this one, outermost first: {@code a} and {@code a:b} for {@code a:b:c} (S2.6: a set contains its
     * descendants). Empty for a set at the top.
     */
    public List<SetSpec> ancestors() {
        List<SetSpec> ancestors = new ArrayList<>();
        for (int colon = value.indexOf(':'); colon > 0; colon = value.indexOf(':', colon + 1)) {
            ancestors.add(new SetSpec(value.substring(0, colon)));
        }
        return ancestors;
    }

    /** Returns true for the set itself and for every set below it. Whole nodes are compared, so {@code ab} is not below {@code a}. */
    public boolean contains(SetSpec other) {
        return other.value.equals(value) || other.value.startsWith(value + ":");
    }

    /** Returns whether the text is a non-empty run of URI unreserved characters. */
    static boolean isUnreserved(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && "-_.!~*'()".indexOf(c) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Returns the value. */
    @Override
    public String toString() {
        return value;
    }
}
