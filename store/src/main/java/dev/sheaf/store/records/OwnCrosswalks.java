package dev.sheaf.store.records;

import java.util.List;
import java.util.Optional;

/**
 * The operator's own stylesheets, by name; every process on the store sees them at once.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}.
 */
public interface OwnCrosswalks {

    /** Returns all crosswalks, by name. */
    List<OwnCrosswalk> all();

    /** Returns the crosswalk with a name; empty when there is none. */
    Optional<OwnCrosswalk> find(String name);

    /** Adds a crosswalk, in place of another of its name. */
    void put(OwnCrosswalk crosswalk);

    /** Takes a crosswalk away; does nothing when there is none of the name. */
    void remove(String name);
}
