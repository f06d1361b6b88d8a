package dev.sheaf.harvester.announce;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;

/**
 * Says that something is new in a repository. All but its base URL are hints.
 *
 * @param baseUrl of the repository
 * @param from first datestamp of what is new; null when that is not said
 * @param until last one; null when that is not said
 * @param sets that it is in
 * @param prefixes formats that it is in
 * @param identifiers of some of it, at most {@link #MOST_IDENTIFIERS}
 */
public record Notification(String baseUrl, @Nullable String from, @Nullable String until, List<String> sets,
        List<String> prefixes,
        List<String> identifiers) {

    /** Most identifiers of one notification. */
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
            throw new IllegalArgumentException("a notification names " + MOST_IDENTIFIERS + " identifiers at most, not "
                    + identifiers.size() + ": it is a hint, leave them out");
        }
    }

    /** Returns a notification without hints: something is new in the repository. */
    public static Notification of(String baseUrl) {
        return new Notification(baseUrl, null, null, List.of(), List.of(), List.of());
    }
}
