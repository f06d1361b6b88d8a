package dev.sheaf.harvester.announce;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;

/**
 * Announcement of changes in a repository. All parts except the base URL are hints.
 *
 * @param baseUrl of the repository
 * @param from first datestamp of the changes; null if not stated
 * @param until last datestamp of the changes; null if not stated
 * @param sets sets of the changes
 * @param prefixes formats of the changes
 * @param identifiers identifiers of some changed items, at most {@link #MOST_IDENTIFIERS}
 */
public record Notification(String baseUrl, @Nullable String from, @Nullable String until, List<String> sets,
        List<String> prefixes,
        List<String> identifiers) {

    /** Largest number of identifiers in one notification. */
    public static final int MOST_IDENTIFIERS = Limit.NOTIFIED.count();

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException when there are too many identifiers
     */
    public Notification {
        sets = List.copyOf(sets);
        prefixes = List.copyOf(prefixes);
        identifiers = List.copyOf(identifiers);
        if (identifiers.size() > MOST_IDENTIFIERS) {
            throw new IllegalArgumentException("a notification names " + MOST_IDENTIFIERS + " identifiers at most, "
                    + "not " + identifiers.size() + ": identifiers are only hints, leave them out");
        }
    }

    /** Returns a notification without hints: something is new in the repository. */
    public static Notification of(String baseUrl) {
        return new Notification(baseUrl, null, null, List.of(), List.of(), List.of());
    }
}
