package dev.sheaf.core.store;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;

/**
 * A record as the store holds it.
 *
 * @param seq its number in the sequence of changes; every change assigns a new one
 * @param source id of its source
 * @param prefix its format
 * @param record the record as this hub serves it: with the source's identifier and sets, and the hub's own datestamp
 * @param originDatestamp the datestamp that the source gave it; null when it gave none
 * @param derived true if Sheaf derived it from another format
 * @param harvested time at which this version arrived; null if unknown
 * @param shown true when the aggregate of everything shows this copy; every change of this property assigns a new sequence number
 */
public record StoredRecord(long seq, String source, MetadataPrefix prefix, OaiRecord record, @Nullable Datestamp originDatestamp,
        boolean derived, @Nullable Instant harvested, boolean shown) {}
