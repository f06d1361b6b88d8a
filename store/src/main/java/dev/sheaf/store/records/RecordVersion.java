package dev.sheaf.store.records;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;

/**
 * A version of a record in one format, without its content.
 *
 * @param number counted from 1 for the oldest stored version; the last one is the present version
 * @param datestamp time from which this hub showed it
 * @param originDatestamp datestamp that the source gave it; null if it gave none
 * @param harvested time at which it arrived; null if unknown
 * @param deleted true if the version withdrew the record
 * @param undone true if its run was rolled back
 * @param present true for the version that is served now
 */
public record RecordVersion(int number, Datestamp datestamp, @Nullable Datestamp originDatestamp, @Nullable Instant harvested,
        boolean deleted, boolean undone, boolean present) {}
