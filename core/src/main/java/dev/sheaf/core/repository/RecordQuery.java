package dev.sheaf.core.repository;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;

/**
 * A request to a repository for one page of a list of records.
 *
 * @param prefix the format
 * @param from first second wanted, inclusive; null for the earliest
 * @param until last second wanted, inclusive
 * @param set the set wanted, with its descendants; null for the whole repository
 * @param after the position at which the last page ended; null for the first page
 * @param limit largest number of entries; greater than 0
 * @param headersOnly true to get records without metadata and about containers
 * @param liveOnly true to leave out and not count deletions: withdrawn records, and records that have left the set
 */
public record RecordQuery(MetadataPrefix prefix, @Nullable Instant from, Instant until, @Nullable SetSpec set,
        @Nullable Position after, int limit, boolean headersOnly, boolean liveOnly) {

    /** Creates a request for a page with its deletions. */
    public RecordQuery(MetadataPrefix prefix, @Nullable Instant from, Instant until, @Nullable SetSpec set,
            @Nullable Position after, int limit, boolean headersOnly) {
        this(prefix, from, until, set, after, limit, headersOnly, false);
    }
}
