package dev.sheaf.harvester;

import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;

/**
 * Receiver of the facts that a {@link RecordStream} does not show: repairs, and records beyond repair. The thread that pulls the records
 * calls it, before it returns the records of the page.
 */
public interface RecordListener {

    /** Something was put right in one of the records that follow, or in the response around them; again when the page comes again. */
    void repaired(Repair repair);

    /**
     * A record of the list that does not come: it is beyond repair, or the repository names it and does not give it.
     *
     * @param record its bytes as far as they were received
     */
    void refused(Quarantined record);

    /** Takes a remark on the list, for people, such as the place at which the harvest entered the list again. */
    void note(String message);
}
