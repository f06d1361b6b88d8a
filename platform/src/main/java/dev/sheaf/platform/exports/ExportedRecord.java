package dev.sheaf.platform.exports;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.StoredRecord;

/**
 * A record on its way out.
 *
 * @param source id of its source
 * @param prefix its format
 * @param record with the datestamp that this hub gave it; the origin's where no hub is between
 * @param originDatestamp the datestamp that the source gave it; null when it gave none
 */
public record ExportedRecord(String source, MetadataPrefix prefix, OaiRecord record, @Nullable Datestamp originDatestamp) {

    /** Returns a record of the store. */
    public static ExportedRecord of(StoredRecord stored) {
        return new ExportedRecord(stored.source(), stored.prefix(), stored.record(), stored.originDatestamp());
    }
}
