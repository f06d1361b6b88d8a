package dev.sheaf.core;

import org.jspecify.annotations.Nullable;

/**
 * The records that a list request asks for (S2.7): one format and, if wanted, a range of datestamps and a set.
 *
 * @param prefix the format
 * @param from first datestamp wanted, inclusive; null for the earliest
 * @param until last datestamp wanted, inclusive; null for the latest
 * @param set the set wanted, with its descendants; null for the whole repository
 */
public record Selection(MetadataPrefix prefix, @Nullable Datestamp from, @Nullable Datestamp until, @Nullable SetSpec set) {

    /** Selects everything in one format. */
    public static Selection all(MetadataPrefix prefix) {
        return new Selection(prefix, null, null, null);
    }
}
