package dev.sheaf.store.records;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.StoredRecord;

/**
 * Former versions of records, for sources with the setting {@link dev.sheaf.store.sources.SourceCare#history()}.
 *
 * <p>Versions are never changed and never renumbered. Versions that a roll-back has undone stay and are marked, because harvesters have
 * seen them.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Its methods only read; {@link dev.sheaf.core.store.RecordSink#save} stores the
 * versions that it replaces.
 */
public interface History {

    /**
     * Returns the versions of a record, the present one first. Without a history only the present version is returned, and for an unknown
     * record none.
     *
     * @param limit largest number of versions
     */
    List<RecordVersion> versions(String source, MetadataPrefix prefix, String identifier, int limit);

    /**
     * Returns a former version with its content, after comparing it with its hash. A damaged version is reported in the log.
     *
     * @param number see {@link RecordVersion#number()}
     * @return empty if there is none with the number, if it is damaged, or if it is the present version, which is the record itself
     */
    Optional<StoredRecord> version(String source, MetadataPrefix prefix, String identifier, int number);
}
