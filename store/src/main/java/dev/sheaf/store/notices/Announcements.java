package dev.sheaf.store.notices;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;

/**
 * Signed announcements of sources to this hub: notifications and pushes. Secrets are stored encrypted; a secret that can no longer be
 * decrypted is returned as {@link Secret#unreadable}.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Times are kept to the millisecond. Methods that change an unknown source throw.
 */
public interface Announcements {

    /**
     * A source that may send announcements.
     *
     * @param id of the source
     * @param secret with which it signs
     */
    record Announcer(String id, Secret secret) {}

    /** Sets the secret with which a source signs. With null, the hub refuses all announcements of the source. */
    void setSecret(String source, @Nullable Secret secret);

    /** Returns the sources with a secret that have exactly this base URL. */
    List<Announcer> at(String baseUrl);

    /** Returns a source with its secret; empty if no source with the id has a secret. */
    Optional<Announcer> of(String source);

    /** Returns the number of the last signed request of a source that was accepted; 0 before the first. */
    long sequence(String source);

    /**
     * Accepts a signed request if its number is higher than all accepted before. Of concurrent requests with one number, only one is
     * accepted.
     *
     * @return false if the number is not higher: the request is a repetition or a replay
     */
    boolean take(String source, long sequence);

    /**
     * Notes that a source has announced changes.
     *
     * @return false if a notification was already waiting for a harvest
     */
    boolean notified(String source, Instant at);

    /** Notes that a source has pushed records. */
    void pushed(String source);

    /**
     * Notes a successful harvest of a source, which answers earlier notifications. Does nothing for sources that never sent one.
     *
     * @param started beginning of the harvest; later notifications stay pending
     * @param found true if the harvest found changes
     */
    void harvested(String source, Instant started, boolean found);

    /** Returns the ids of sources with a notification that no harvest has followed, with the time of the last notification. */
    Map<String, Instant> pending();

    /** Returns the announcements of a source; empty when nothing is stored about them. */
    Optional<AnnouncementReport> report(String source);
}
