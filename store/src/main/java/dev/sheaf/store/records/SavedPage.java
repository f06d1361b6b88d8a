package dev.sheaf.store.records;

import java.util.List;

import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;

/**
 * Outcome of a page that was saved without its older versions.
 *
 * @param counts outcomes of the saved records; the older versions are not among them
 * @param older the older versions by format, none of them empty; nothing of them was saved
 */
public record SavedPage(Counts counts, List<Batch.Part> older) {

    /** Copies the list. */
    public SavedPage {
        older = List.copyOf(older);
    }

    /** Returns the number of older versions. */
    public long olderCount() {
        return older.stream().mapToLong(part -> part.records().size()).sum();
    }
}
