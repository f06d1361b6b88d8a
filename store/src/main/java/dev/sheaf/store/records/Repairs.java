package dev.sheaf.store.records;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;

/**
 * Notes on faulty records: the repairs that their present versions needed, and the records that could not be accepted at all
 * (quarantine). {@link dev.sheaf.core.store.RecordSink#save} writes them, together with the records.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown source.
 */
public interface Repairs {

    /**
     * Numbers of records that a source's harvests had to repair, and of records or parts of responses that they could not accept.
     *
     * @param repaired records whose present version was repaired, in each format once
     * @param quarantined things in quarantine
     */
    record Tally(long repaired, long quarantined) {}

    /** Returns the numbers for a source; zero for an unknown one. */
    Tally tally(String source);

    /**
     * Returns the repairs of present versions, those of the latest run first.
     *
     * @param limit repairs wanted at most
     */
    List<Repair> of(String source, int limit);

    /** Returns the repairs of the present version of one record; empty when it was faultless. */
    List<Repair> of(String source, MetadataPrefix prefix, String identifier);

    /** Returns the records of a source that could not be accepted, latest run first; each is listed once, however often it arrived. */
    List<Quarantined> quarantined(String source, int limit);

    /**
     * Returns the entries of a source's quarantine without their bytes, latest run first.
     *
     * @param offset so many are passed over
     */
    List<QuarantineEntry> quarantine(String source, int limit, long offset);

    /** Returns one entry of a quarantine without its bytes; empty when there is none with this key. */
    Optional<QuarantineEntry> quarantine(String source, String key);

    /** Returns the bytes of an entry as received, possibly shortened; empty when there is none with this key. */
    Optional<byte[]> raw(String source, String key);

    /** Takes an entry out of quarantine. The caller holds the lease on the source. */
    void release(String source, String key);
}
