package dev.sheaf.transfer.exports;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.StoredRecord;

/**
 * A record of an export.
 *
 * @param source id of its source
 * @param prefix its format
 * @param record the record with the datestamp of this hub, or with the origin's in an export straight from the origin
 * @param originDatestamp datestamp of the source; null if it has none
 */
public record ExportedRecord(String source, MetadataPrefix prefix, OaiRecord record, @Nullable Datestamp originDatestamp) {

    /** Returns a record of the store. */
    public static ExportedRecord of(StoredRecord stored) {
        return new ExportedRecord(stored.source(), stored.prefix(), stored.record(), stored.originDatestamp());
    }
}
