package dev.sheaf.store.gateways;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The static repositories that were initiated at the gateway of this hub. The records themselves are not stored here: the file on the web
 * stays the only source of them.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that change an unknown mediation do nothing.
 */
public interface Mediations {

    /** Number of ended mediations that are remembered; the oldest are forgotten first. */
    int MOST_ENDED = 1_000;

    /**
     * Begins a mediation. An ended one of the same address begins again; an active one stays as it is.
     *
     * @param most number of active mediations that must not be exceeded
     * @return false when there are so many already; nothing is changed then
     */
    boolean begin(Mediation mediation, long most);

    /** Returns a mediation, active or ended; empty when there is none of this address. */
    Optional<Mediation> find(String address);

    /**
     * Returns active mediations in the order of their addresses.
     *
     * @param after the last address of the page before; null for the first page
     * @param limit largest number of mediations
     */
    List<Mediation> active(@Nullable String after, int limit);

    /** Returns the number of active mediations. */
    long count();

    /**
     * Notes that a check of an active mediation found no valid file. The time of the first of successive failures stays.
     *
     * @param reason for people
     */
    void failing(String address, Instant at, String reason);

    /** Notes that a check found a valid file. */
    void available(String address);

    /**
     * Ends an active mediation.
     *
     * @param reason for people
     */
    void end(String address, Instant at, String reason);
}
