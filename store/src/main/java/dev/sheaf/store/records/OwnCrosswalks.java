package dev.sheaf.store.records;

import java.util.List;
import java.util.Optional;

/** The operator's own stylesheets, by name. All processes that use the store see changes at once. */
public interface OwnCrosswalks {

    /** Returns all crosswalks, by name. */
    List<OwnCrosswalk> all();

    /** Returns the crosswalk with a name; empty when there is none. */
    Optional<OwnCrosswalk> find(String name);

    /** Adds a crosswalk, in place of another of its name. */
    void put(OwnCrosswalk crosswalk);

    /** Removes a crosswalk; does nothing if there is none with the name. */
    void remove(String name);
}
