package dev.sheaf.core;

import java.util.List;

/**
 * The header of a record (S2.5).
 *
 * @param identifier of the item, a URI; as received
 * @param datestamp of the record's last change or deletion
 * @param sets the sets that the item is in, as received (ancestors are implied)
 * @param deleted true if the record has been withdrawn; it then has neither metadata nor about containers
 */
public record Header(String identifier, Datestamp datestamp, List<SetSpec> sets, boolean deleted) {

    /** Copies the sets. */
    public Header {
        sets = List.copyOf(sets);
    }
}
