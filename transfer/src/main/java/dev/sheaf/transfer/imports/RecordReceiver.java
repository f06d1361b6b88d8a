package dev.sheaf.transfer.imports;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;

/** Receiver of the records in a file. */
interface RecordReceiver {

    /**
     * Receives a record.
     *
     * @param where its place, for people
     */
    void record(MetadataFormat format, OaiRecord record, String where);

    /**
     * Receives the fault of a record that could not be read.
     *
     * @param identifier identifier of the record; null if it could not be read
     * @param where its place, for people
     * @param reason reason for people
     * @param raw bytes of the record, possibly shortened
     */
    void refused(@Nullable String identifier, String where, String reason, byte[] raw);

    /**
     * Reports a record that was read although a part of it is uncertain.
     *
     * @param where its place, for people
     * @param what uncertain part, for people
     */
    void warning(String where, String what);

    /** Receives the name of a set. */
    void set(OaiSet set);

    /** Reports that the file contains several records, so that their number is shown. */
    void collection();

    /** Receives a message about a file. */
    void note(String message);

    /**
     * Reports a file of a kind that has no records.
     *
     * @param reason reason for people
     */
    void passedOver(String where, String reason);
}
