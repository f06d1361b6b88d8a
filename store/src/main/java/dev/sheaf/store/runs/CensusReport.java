package dev.sheaf.store.runs;

import java.time.Instant;

import dev.sheaf.core.MetadataPrefix;

/**
 * The last census of a format of a source.
 *
 * @param prefix the format
 * @param run that took it
 * @param at when
 * @param how by the records of a whole list, or by their identifiers alone
 * @param seen records found
 * @param missing records not found
 * @param held true when their deletion was held for approval
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
