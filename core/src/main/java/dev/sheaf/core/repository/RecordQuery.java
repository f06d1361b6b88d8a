package dev.sheaf.core.repository;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;

/**
 * A page of a list of records, as asked of a repository.
 *
 * @param prefix the format
 * @param from first second wanted, inclusive; null for the earliest
 * @param until last second wanted, inclusive
 * @param set the set wanted, with its descendants; null for the whole repository
 * @param after where the last page ended; null for the first page
 * @param limit entries wanted at most; greater than 0
 * @param headersOnly true when metadata and about are not needed; the records then come without
 * @param liveOnly true when no deletion may show: neither withdrawn records nor those that have left the set are listed or counted
 */
public record RecordQuery(MetadataPrefix prefix, @Nullable Instant from, Instant until, @Nullable SetSpec set,
        @Nullable Position after, int limit, boolean headersOnly, boolean liveOnly) {

    /** A page with its deletions. */
    public RecordQuery(MetadataPrefix prefix, @Nullable Instant from, Instant until, @Nullable SetSpec set,
            @Nullable Position after, int limit, boolean headersOnly) {
        this(prefix, from, until, set, after, limit, headersOnly, false);
    }
}
