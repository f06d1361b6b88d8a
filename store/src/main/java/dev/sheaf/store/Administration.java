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

    /** Sets the password and replaces an earlier one. */
    void put(PasswordHash password, Instant at);

    /**
     * Sets the first password.
     *
     * @return false if there is one already, which stays. If two hubs start at the same time, only one of them sets the password
     */
    boolean putFirst(PasswordHash password, Instant at);
}
