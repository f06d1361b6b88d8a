package dev.sheaf.core.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The policy of an aggregate for several copies of one item's record. Under every policy a live copy comes before a deleted one: a record
 * does not vanish while a source still has it.
 */
public enum Collisions {
    /** Shows the copy whose origin has the latest datestamp; of equal ones that which took the fewest hops, then the one that came first. */
    MOST_RECENT,
    /** Shows the copy of the source that is trusted most; among sources that are trusted alike the most recent one. */
    TRUSTED_ORDER,
    /**
     * Shows the most recent copy, but of copies that say the same the one that came first, whatever their dates: a copy that adds nothing
     * changes nothing.
     */
    IDENTICAL_ONCE,
    /** Shows all; the first one keeps its identifier permanently, the others get identifiers of this hub. */
    KEEP_ALL;

    /** Returns the name in commands: {@code most-recent}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the policy that is written so. */
    public static Optional<Collisions> of(String text) {
        return Arrays.stream(values()).filter(policy -> policy.text().equals(text)).findFirst();
    }
}
