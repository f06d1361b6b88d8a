package dev.sheaf.core.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The policy of an aggregate for several copies of one item's record. Under every policy a live copy comes before a deleted one: a record
 * does not vanish while a source still has it.
 */
public enum Collisions {
    /**
     * Shows the copy whose origin has the latest datestamp. Among copies of the same datestamp, fewer hops win, then the copy that was
     * stored first.
     */
    MOST_RECENT,
    /** Shows the copy of the most trusted source. Among equally trusted sources, the most recent copy wins. */
    TRUSTED_ORDER,
    /**
     * Shows the most recent copy. Among copies with equal content, the one that was stored first wins whatever their dates, so that a copy
     * without news changes nothing.
     */
    IDENTICAL_ONCE,
    /** Shows all copies. The first one keeps its identifier permanently; the others get identifiers of this hub. */
    KEEP_ALL;

    /** Returns the name in commands: {@code most-recent}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the policy with this name in commands; empty if there is none. */
    public static Optional<Collisions> of(String text) {
        return Arrays.stream(values()).filter(policy -> policy.text().equals(text)).findFirst();
    }
}
