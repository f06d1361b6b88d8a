package dev.sheaf.store.archives;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Secret;

/**
 * Archives that have registered themselves. Secrets are stored encrypted; one that can no longer be decrypted is returned as
 * {@link Secret#unreadable}. An archive goes when its source is removed.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Times are kept to the millisecond. Methods that change an unknown archive do nothing.
 */
public interface Archives {

    /**
     * Keeps a registration.
     *
     * @param secret with which the archive will sign; null for one that is harvested
     * @return false when there is an archive of this id already; nothing is changed then
     */
    boolean ask(Archive archive, @Nullable Secret secret);

    /** Returns an archive; empty when there is none of this id. */
    Optional<Archive> find(String id);

    /** Returns the secret of an archive that waits; empty when it has none. */
    Optional<Secret> secret(String id);

    /** Returns all archives in the order of their registration. */
    List<Archive> all();

    /** Returns the number of archives that wait. */
    long waiting();

    /** Returns the number of archives that wait and were registered by a client. */
    long waiting(String client);

    /**
     * Notes the approval of an archive. Its secret is forgotten here, because its source has it now.
     *
     * @param copies true if this hub is to serve copies of its files, as far as their owner allows it
     */
    void approve(String id, boolean copies);

    /** Notes whether the owner of an archive allows copies of its files. */
    void allow(String id, boolean files);

    /** Notes that a signed request of an approved archive has arrived. */
    void seen(String id, Instant at);

    /** Forgets an archive. */
    void remove(String id);
}
