package dev.sheaf.transfer.imports;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Counts;

/**
 * Result of an import or of a dry run.
 *
 * @param files number of read files
 * @param counts counts of the records; withdrawn ones count as {@code deleted}
 * @param warnings number of accepted values with an uncertain part
 * @param first true if the source was empty before
 * @param cancelled true if the import was cancelled
 * @param partial true if a file could not be read to its end, so that the missing records are unknown
 * @param kept reason why absent records were not withdrawn, for people; null if they were, or if that was not wanted
 */
public record ImportSummary(int files, Counts counts, long warnings, boolean first, boolean cancelled, boolean partial,
        @Nullable String kept) {

    /** Returns whether no record could be read. */
    public boolean readNothing() {
        return counts.received() == counts.refused();
    }
}
