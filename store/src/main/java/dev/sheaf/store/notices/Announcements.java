package dev.sheaf.store.notices;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;

/**
 * Announcements of sources to this hub: notifications and pushes that they sign. Secrets are kept encrypted; one that can no longer be
 * decrypted comes back as {@link Secret#unreadable}.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Times are kept to the millisecond. Methods that change an unknown source throw.
 */
public interface Announcements {

    /**
     * A source that may announce something.
     *
     * @param id of the source
     * @param secret with which it signs
     */
    record Announcer(String id, Secret secret) {}

    /** Sets the secret with which a source signs; null takes it away, and nothing that the source announces is believed any more. */
    void setSecret(String source, @Nullable Secret secret);

    /** Returns the sources with a secret that have exactly this base URL. */
    List<Announcer> at(String baseUrl);

    /** Returns a source with its secret; empty when there is none with the id, or it has no secret. */
    Optional<Announcer> of(String source);

    /** Returns the number of the last signed request of a source that was accepted; 0 before the first. */
    long sequence(String source);

    /**
     * Takes a signed request, if it is newer than all that were taken before. Of two with one number only one is ever taken.
     *
     * @return false when it is not newer: it was sent before, or somebody sends it again
     */
    boolean take(String source, long sequence);

    /**
     * Notes that a source says that something is new.
     *
     * @return false when a notification was waiting for a harvest already
     */
    boolean notified(String source, Instant at);

    /** Notes that a source has sent records. */
    void pushed(String source);

    /**
     * Notes that a source was harvested to a good end: notifications from before are answered. For sources that have never notified
     * nothing is
     * noted.
     *
     * @param started when the harvest began; later notifications stay
     * @param found true when something was new
     */
    void harvested(String source, Instant started, boolean found);

    /**
     * Returns the ids of sources that have announced something which no harvest has followed yet, with the time of their last
     * notification.
     */
    Map<String, Instant> pending();

    /** Returns the announcements of a source; empty when nothing is stored about them. */
    Optional<AnnouncementReport> report(String source);
}
