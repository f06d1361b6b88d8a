package dev.sheaf.store;

import java.time.Instant;
import java.util.Optional;

import dev.sheaf.core.store.StoreException;

/**
 * The domain name in the identifiers that this hub makes, {@code oai:DOMAIN:…}. A store begins with a provisional one that it has drawn;
 * it is settled before the first record that needs an identifier, and can be renamed as long as nobody has harvested.
 *
 * <p>Follows the rules of {@link HubStore}.
 */
public interface IdentifierDomain {

    /** End of the domains that are drawn; no domain of the Internet ends so. */
    String PROVISIONAL = ".sheaf.localdomain";

    /**
     * The first protocol request of a stranger.
     *
     * @param at when it came
     * @param client address of the stranger
     */
    record FirstHarvest(Instant at, String client) {}

    /** Returns true for a domain name that the guidelines for oai-identifiers allow. */
    static boolean isDomain(String text) {
        return text.matches("[a-zA-Z][a-zA-Z0-9-]*(\\.[a-zA-Z][a-zA-Z0-9-]*)++");
    }

    /** Returns the domain as it is now. */
    String current();

    /** Returns true while the domain is one that was drawn and no identifier has been made with it. */
    boolean isOpen();

    /**
     * Settles the domain. Does nothing when it is settled so already.
     *
     * @throws StoreException when identifiers have been made with another one
     */
    void settle(String domain);

    /** Returns the first protocol request of a stranger; empty when nobody has harvested. */
    Optional<FirstHarvest> firstHarvest();

    /** Notes the first protocol request of a stranger; later ones change nothing. */
    void noteHarvest(Instant at, String client);

    /**
     * Renames the domain, in the identifiers of all records that have it. Datestamps stay, so harvesters do not learn of it. The caller has
     * the search index built again.
     *
     * @param force true to rename although somebody has harvested
     * @return records renamed, deleted ones included
     * @throws StoreException when somebody has harvested, unless forced
     */
    long rename(String domain, boolean force);
}
