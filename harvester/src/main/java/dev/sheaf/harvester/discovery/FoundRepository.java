package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.BaseUrl;

/**
 * An address that a list or a friend has named.
 *
 * @param baseUrl as named
 * @param name the repository's name in the list; null if there is none
 * @param namedBy its origin, for people: a line of a list, or the base URL of a friend
 * @param depth 1 for addresses of a list or of the first repository, 2 for their friends, and so on
 * @param checked the answer; null if it was not requested
 */
public record FoundRepository(BaseUrl baseUrl, @Nullable String name, String namedBy, int depth, @Nullable Checked checked) {

    /** Returns a copy with an answer. */
    FoundRepository with(Checked answer) {
        return new FoundRepository(baseUrl, name, namedBy, depth, answer);
    }

    /** Returns the repository's own identity; null when it was not asked or did not answer. */
    public @Nullable Identity identity() {
        return checked instanceof Checked.Reachable reachable ? reachable.identity() : null;
    }
}
