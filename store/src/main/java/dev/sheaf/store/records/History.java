package dev.sheaf.store.records;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.StoredRecord;

/**
 * Former versions of records, kept for the sources whose {@link dev.sheaf.store.sources.SourceCare#history()} is kept.
 *
 * <p>Versions are never changed and never renumbered. Versions that a roll-back took back stay, marked as undone, because harvesters
 * have seen them.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Reads only: {@link dev.sheaf.core.store.RecordSink#save} keeps the versions that it
 * replaces.
 */
public interface History {

    /**
     * Returns the versions of a record, the present one first: that one alone when no history was kept, none when there is no such record.
     *
     * @param limit versions wanted at most
     */
    List<RecordVersion> versions(String source, MetadataPrefix prefix, String identifier, int limit);

    /**
     * Returns a former version with its content, which is compared with its hash. A damaged one is reported in the log.
     *
     * @param number see {@link RecordVersion#number()}
     * @return empty when there is none with the number, when it is damaged, and for the present version, which is the record itself
     */
    Optional<StoredRecord> version(String source, MetadataPrefix prefix, String identifier, int number);
}
