package dev.sheaf.store.records;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;

/**
 * Faulty records: the repairs that their present versions needed, and the records that could not be accepted (quarantine). {@link
 * dev.sheaf.core.store.RecordSink#save} writes them, together with the records.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown source.
 */
public interface Repairs {

    /**
     * Numbers of faulty records in a source's harvests.
     *
     * @param repaired records whose present version was repaired, counted once in each format
     * @param quarantined entries in quarantine
     */
    record Tally(long repaired, long quarantined) {}

    /** Returns the numbers for a source; zero for an unknown one. */
    Tally tally(String source);

    /**
     * Returns the repairs of present versions; repairs of the latest run come first.
     *
     * @param limit largest number of repairs
     */
    List<Repair> of(String source, int limit);

    /** Returns the repairs of the present version of one record; empty if it needed none. */
    List<Repair> of(String source, MetadataPrefix prefix, String identifier);

    /** Returns the quarantined records of a source, latest run first. Each is listed once, however often it arrived. */
    List<Quarantined> quarantined(String source, int limit);

    /**
     * Returns the entries of a source's quarantine without their bytes, latest run first.
     *
     * @param offset number of entries to skip
     */
    List<QuarantineEntry> quarantine(String source, int limit, long offset);

    /** Returns one entry of a quarantine without its bytes; empty if none has this key. */
    Optional<QuarantineEntry> quarantine(String source, String key);

    /** Returns the bytes of an entry as received, possibly shortened; empty if no entry has this key. */
    Optional<byte[]> raw(String source, String key);

    /** Removes an entry from quarantine. The caller holds the lease on the source. */
    void release(String source, String key);
}
