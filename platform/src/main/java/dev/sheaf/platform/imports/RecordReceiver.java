package dev.sheaf.platform.imports;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;

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
     * Reports a record that was read although something in it is uncertain.
     *
     * @param where it stands, for people
     * @param what is uncertain, for people
     */
    void warning(String where, String what);

    /** A set has a name. */
    void set(OaiSet set);

    /** The file that is read turned out to hold several records: their number is worth telling. */
    void collection();

    /** Something about a file that is worth knowing. */
    void note(String message);

    /**
     * A file has no records, and is not expected to.
     *
     * @param reason for people
     */
    void passedOver(String where, String reason);
}
