package dev.sheaf.store;

import java.time.Instant;
import java.util.Optional;

import dev.sheaf.core.description.OaiIdentifierDescription;
import dev.sheaf.core.store.StoreException;

/**
 * The domain name in the identifiers that this hub assigns, {@code oai:DOMAIN:…}. A new store has a random provisional domain. The domain
 * is confirmed before the first record that needs an identifier, and can be renamed until the first harvest by a client.
 *
 * <p>Follows the rules of {@link HubStore}.
 */
public interface IdentifierDomain {

    /** End of provisional domains. No domain of the Internet ends with it. */
    String PROVISIONAL = ".sheaf.localdomain";

    /**
     * The first protocol request of a client.
     *
     * @param at time of the request
     * @param client address of the client
     */
    record FirstHarvest(Instant at, String client) {}

    /** Returns true for a domain name that the guidelines for oai-identifiers allow. */
    static boolean isDomain(String text) {
        return text.matches("[a-zA-Z][a-zA-Z0-9-]*(\\.[a-zA-Z][a-zA-Z0-9-]*)++");
    }

    /**
     * Returns the identifier under which aggregates show an item whose own identifier is unique in its repository only, or is used by another
     * source's item: {@code oai:DOMAIN:SOURCE/ESCAPED}. Two items never get the same.
     *
     * @param source id of the source
     * @param identifier of the item within its source
     */
    static String localIdentifier(String domain, String source, String identifier) {
        return "oai:" + domain + ":" + source + "/" + OaiIdentifierDescription.escaped(identifier);
    }

    /** Returns the present domain. */
    String current();

    /** Returns true while the domain is provisional and no identifier uses it. */
    boolean isOpen();

    /**
     * Confirms the domain. Does nothing if it was confirmed with this name.
     *
     * @throws StoreException if identifiers with another domain exist
     */
    void settle(String domain);

    /** Returns the first protocol request of a stranger; empty when nobody has harvested. */
    Optional<FirstHarvest> firstHarvest();

    /** Notes the first protocol request of a client; later requests change nothing. */
    void noteHarvest(Instant at, String client);

    /**
     * Renames the domain in all identifiers that contain it. Datestamps stay, so harvesters do not learn of the change. The caller has to
     * rebuild the search index.
     *
     * @param force true to rename although a client has harvested
     * @return number of renamed records, including deleted ones
     * @throws StoreException if a client has harvested, unless forced
     */
    long rename(String domain, boolean force);
}
