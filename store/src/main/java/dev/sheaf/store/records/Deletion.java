package dev.sheaf.store.records;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;

/**
 * Deletion of a record in this hub.
 *
 * @param cause why the record is deleted
 * @param at datestamp of the deletion in this hub
 * @param lastDatestamp latest datestamp that the source gave: that of its deleted header, else that of the last version; null if it gave none
 */
public record Deletion(Cause cause, Datestamp at, @Nullable Datestamp lastDatestamp) {

    /** Reasons for a deletion. */
    public enum Cause {
        /** The source has stated it by a deleted header. */
        SOURCE,
        /** A complete list of the source no longer had the record, or an operator approved a deletion that was held. */
        ABSENCE,
        /** This hub withdrew the record: its source was removed here, or a run was undone. */
        HUB
    }
}
