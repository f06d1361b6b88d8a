package dev.sheaf.store;

import java.time.Instant;
import java.util.Optional;

/**
 * The administrator's password, as a salted hash.
 *
 * <p>Follows the rules of {@link HubStore}.
 */
public interface Administration {

    /** Returns the salted hash of the administrator's password; empty until one is set. */
    Optional<PasswordHash> password();

    /** Sets the password, in place of another if there is one. */
    void put(PasswordHash password, Instant at);

    /**
     * Sets the first password.
     *
     * @return false when there is one already, which stays: of two hubs that start at the same time one draws it
     */
    boolean putFirst(PasswordHash password, Instant at);
}
