package dev.sheaf.harvester;

import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;

/**
 * Receiver of events that a {@link RecordStream} does not show: repairs and unavailable records. The thread that reads the stream calls it
 * before it gets the records of the page.
 */
public interface RecordListener {

    /**
     * Receives a repair of one of the next records, or of the response around them. If the page is requested again, the repair may be
     * reported again.
     */
    void repaired(Repair repair);

    /**
     * Receives a record of the list that is unavailable, because it cannot be repaired or the repository names it without sending it.
     *
     * @param record its bytes as far as they were received
     */
    void refused(Quarantined record);

    /** Receives a note on the list, for people, such as a change of the strategy. */
    void note(String message);
}
