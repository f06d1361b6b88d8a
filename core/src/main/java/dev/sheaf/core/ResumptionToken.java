package dev.sheaf.core;

import org.jspecify.annotations.Nullable;

/**
 * The flow-control token that ends an incomplete list (S3.5).
 *
 * @param value opaque; empty when the list is complete
 * @param expirationDate as received; null when none is stated
 * @param completeListSize number of entries in the whole list, possibly an estimate; null when none is stated
 * @param cursor number of entries returned before this response; null when none is stated
 */
public record ResumptionToken(String value, @Nullable String expirationDate, @Nullable Long completeListSize,
        @Nullable Long cursor) {

    /** Returns whether the list is complete, so that no more entries follow. */
    public boolean isLast() {
        return value.isEmpty();
    }
}
