package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.BaseUrl;

/**
 * An address that a list or a friend has named.
 *
 * @param baseUrl as named
 * @param name what the list calls the repository; null when it does not
 * @param namedBy who named it, for people: a line of a list, or the base URL of a friend
 * @param depth 1 for what a list or the first repository names, 2 for its friends, and so on
 * @param checked what came of asking; null when nobody has asked
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
