package dev.sheaf.platform.imports;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;

/** Takes what a reader finds in a file. */
interface RecordReceiver {

    /**
     * A record was read.
     *
     * @param where it stands, for people
     */
    void record(MetadataFormat format, OaiRecord record, String where);

    /**
     * Something that should be a record could not be read.
     *
     * @param identifier as far as it could be read; null when it could not
     * @param where it stands, for people
     * @param reason for people
     * @param raw the bytes, possibly shortened
     */
    void refused(@Nullable String identifier, String where, String reason, byte[] raw);

    /**
     * A file has no records, and is not expected to.
     *
     * @param reason for people
     */
    void passedOver(String where, String reason);
}
