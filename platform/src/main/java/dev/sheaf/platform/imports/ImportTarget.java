package dev.sheaf.platform.imports;

import java.util.List;

import dev.sheaf.core.OaiSet;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Quarantined;

/** Destination of imported records. */
interface ImportTarget {

    /** A set that records are in, or will be, has a name. */
    void name(OaiSet set);

    /** Saves a portion. */
    Counts save(List<Batch.Part> parts, List<Quarantined> quarantined);

    /** An item's record could not be read, but it is there: what is stored of it stays. */
    void keep(String identifier);

    /** Withdraws what was not seen, until the run is cancelled. */
    Counts deleteMissing();

    /** Returns whether somebody has cancelled the run. */
    boolean isCancelled();
}
