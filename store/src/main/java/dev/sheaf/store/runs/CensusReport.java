package dev.sheaf.store.runs;

import java.time.Instant;

import dev.sheaf.core.MetadataPrefix;

/**
 * The last census of a format of a source.
 *
 * @param prefix the format
 * @param run number of its run
 * @param at time of the census
 * @param how the kind of list that was compared
 * @param seen number of records found
 * @param missing number of records not found
 * @param held true if their deletion was held for approval
 */
public record CensusReport(MetadataPrefix prefix, long run, Instant at, How how, long seen, long missing, boolean held) {

    /** Kind of list that was compared. */
    public enum How {
        /** All records of the list. */
        LIST,
        /** All identifiers of the list. */
        IDENTIFIERS
    }
}
