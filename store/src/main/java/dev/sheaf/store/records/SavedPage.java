package dev.sheaf.store.records;

import java.util.List;

import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;

/**
 * Outcome of a page that was saved without its older versions.
 *
 * @param counts outcomes of the saved records; the older versions are not among them
 * @param older the older versions by format, none of them empty; nothing of them was saved
 * @param asNew in the same way, other contents with the datestamps of the stored versions
 */
public record SavedPage(Counts counts, List<Batch.Part> older, List<Batch.Part> asNew) {

    /** Copies the lists. */
    public SavedPage {
        older = List.copyOf(older);
        asNew = List.copyOf(asNew);
    }

    /** Returns a page of which nothing was left out. */
    public static SavedPage whole(Counts counts) {
        return new SavedPage(counts, List.of(), List.of());
    }

    /** Returns the number of older versions. */
    public long olderCount() {
        return older.stream().mapToLong(part -> part.records().size()).sum();
    }
}
