package dev.sheaf.store.archives;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * An archive that has registered itself. Everything but the state and the times was entered by a stranger.
 *
 * @param id wanted id of its source
 * @param state whether the administrator has approved it
 * @param name for people
 * @param email address of its owner
 * @param baseUrl address to harvest; null for an archive that pushes its records
 * @param files true if its owner allows copies of its files
 * @param copies true if the administrator has this hub serve them
 * @param client address of the client that registered it
 * @param asked when it was registered, to the millisecond
 * @param seen when its last signed request arrived, to the millisecond; null before the first
 */
public record Archive(String id, State state, String name, String email, @Nullable String baseUrl, boolean files, boolean copies,
        String client, Instant asked, @Nullable Instant seen) {

    /** Decision of the administrator. */
    public enum State {
        /** It waits for approval. */
        WAITING,
        /** It is a source of the hub. */
        APPROVED
    }

    /** Returns a registration that nobody has decided about. */
    public static Archive asked(String id, String name, String email, @Nullable String baseUrl, boolean files, String client,
            Instant at) {
        return new Archive(id, State.WAITING, name, email, baseUrl, files, false, client, at, null);
    }

    /** Returns true if this hub serves copies of its files: the owner allows it, and the administrator wants it. */
    public boolean servesCopies() {
        return state == State.APPROVED && files && copies;
    }
}
