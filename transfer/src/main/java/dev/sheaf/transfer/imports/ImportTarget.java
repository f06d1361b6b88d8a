package dev.sheaf.transfer.imports;

import java.util.List;

import dev.sheaf.core.OaiSet;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Quarantined;

/** Destination of imported records. */
interface ImportTarget {

    /** Names a set of the records. */
    void name(OaiSet set);

    /** Saves a portion of records. */
    Counts save(List<Batch.Part> parts, List<Quarantined> quarantined);

    /** Keeps the stored record of an item whose new record could not be read. */
    void keep(String identifier);

    /** Withdraws the absent records, until the run is cancelled. */
    Counts deleteMissing();

    /** Returns whether the run was cancelled. */
    boolean isCancelled();
}
