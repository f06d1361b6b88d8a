package dev.sheaf.platform.imports;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Counts;

/**
 * Result of an import or of a dry run.
 *
 * @param files read
 * @param counts of the records; vanished ones count as {@code deleted}
 * @param warnings values that were taken although something in them is uncertain
 * @param first true when nothing was there before
 * @param cancelled true when somebody has ended the import early
 * @param partial true when a file could not be read to its end, so that nobody knows which records are missing
 * @param kept why vanished records were not withdrawn, for people; null when they were, or when that was not asked for
 */
public record ImportSummary(int files, Counts counts, long warnings, boolean first, boolean cancelled, boolean partial,
        @Nullable String kept) {

    /** Returns whether not a single record could be read. */
    public boolean readNothing() {
        return counts.received() == counts.refused();
    }
}
