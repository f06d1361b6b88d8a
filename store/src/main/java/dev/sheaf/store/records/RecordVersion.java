package dev.sheaf.store.records;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;

/**
 * A version of a record in one format, without its content.
 *
 * @param number counted from 1, the oldest that was kept; the last one is the present version
 * @param datestamp when this hub began to show it
 * @param originDatestamp the datestamp that the source gave it; null when it gave none
 * @param harvested when it came in; null when unknown
 * @param deleted true when the record was withdrawn by it
 * @param undone true when it came with a run that was rolled back
 * @param present true for the version that is served now
 */
public record RecordVersion(int number, Datestamp datestamp, @Nullable Datestamp originDatestamp, @Nullable Instant harvested,
        boolean deleted, boolean undone, boolean present) {}
