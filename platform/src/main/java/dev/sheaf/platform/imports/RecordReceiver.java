package dev.sheaf.platform.imports;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;

/** Takes what a reader finds in a file. */
interface RecordReceiver {

    /**
     * Receives a record.
     *
     * @param where it stands, for people
     */
    void record(MetadataFormat format, OaiRecord record, String where);

    /**
     * Receives the fault of a record that could not be read.
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

    /** Receives the name of a set. */
    void set(OaiSet set);

    /** Takes note that the file holds several records, so that their number is reported. */
    void collection();

    /** Receives a message about a file. */
    void note(String message);

    /**
     * Receives the name of a file that has no records by its nature.
     *
     * @param reason for people
     */
    void passedOver(String where, String reason);
}
