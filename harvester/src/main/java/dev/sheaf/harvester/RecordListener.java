package dev.sheaf.harvester;

import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;

/**
 * Is told what a {@link RecordStream} does not show: what had to be put right, and what could not be. Called by the thread that pulls the
 * records, before the records of the page.
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

    /** What is worth knowing of the list, for people, such as where it had to be entered anew. */
    void note(String message);
}
