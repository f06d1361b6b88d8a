package dev.sheaf.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.StoreException;

/**
 * Examination of the store in a data directory. It changes nothing, and a hub and commands may use the store meanwhile. Damage in one place
 * does not prevent the examination of the rest. {@link dev.sheaf.store.open.HubStores#check} opens one. Belongs to one thread; the caller
 * closes it.
 *
 * <p>Methods throw a {@link StoreException} when the store cannot be read at all. Nothing is null unless it is marked
 * so.
 */
public interface StoreCheck extends AutoCloseable {

    /**
     * Damage of one kind.
     *
     * @param count number of damaged items
     * @param examples some of them, for people
     */
    record Damage(long count, List<String> examples) {

        /** Copies the list. */
        public Damage {
            examples = List.copyOf(examples);
        }
    }

    /**
     * Datestamps and their latest values, in seconds since 1970.
     *
     * @param newest newest datestamp; 0 if there is none
     * @param lastPast newest datestamp that is not after the clock; 0 if there is none
     * @param firstFuture oldest datestamp of a record after the clock; 0 if there is none
     * @param lastFuture newest datestamp of a record after the clock; 0 if there is none
     * @param future number of records with a datestamp after the clock
     */
    record Stamps(long newest, long lastPast, long firstFuture, long lastFuture, long future) {}

    /** Returns why this program cannot read the tables, which another version created, and what to do; empty if it can read them. */
    Optional<String> refusal();

    /** Returns some faults of the file's structure, in SQLite's words; empty if there are none. */
    List<String> structure();

    /** Returns the number of stored records, one for each source, identifier and format. */
    long recordCount();

    /**
     * Reads every record and compares it with its hash and with the entry of its item. This detects one changed byte in an identifier, in
     * metadata, in sets or in about containers.
     */
    Damage records();

    /** Returns the number of former versions. */
    long versionCount();

    /**
     * Reads every former version and compares it with its hash. A version without a hash, stored by an earlier program, only has to be
     * readable.
     */
    Damage versions();

    /** Returns list blocks whose entries do not match their columns or name records that are not stored. */
    Damage lists();

    /** Returns the number of counters of lists and sources that are wrong. */
    long wrongCounters();

    /** Returns the datestamps as seen from a time. */
    Stamps stamps(Instant now);

    /** Returns the time that a right clock shows, by the uptime of the machine since the store was last used; empty if nothing tells it. */
    Optional<Instant> expectedTime();

    /** Returns the latest time that a reader may have seen, in seconds since 1970; empty if the file with this time is damaged or missing. */
    Optional<Long> highWaterMark();

    /** Returns false if the file that coordinates datestamps between processes is damaged or cannot be read. */
    boolean isTimestampFileIntact();

    /**
     * Tries to decrypt every secret.
     *
     * @return the number of secrets, and the unreadable ones with the reason
     */
    Secrets secrets();

    /**
     * The secrets of a store.
     *
     * @param count number of rows with secrets
     * @param unreadable secrets that cannot be decrypted
     */
    record Secrets(long count, Damage unreadable) {}

    /**
     * Sources with an unfinished run.
     *
     * @param running ids of sources that a process is filling now
     * @param cutOff ids of sources whose last run has no end, because its process died
     */
    record Runs(List<String> running, List<String> cutOff) {

        /** Copies the lists. */
        public Runs {
            running = List.copyOf(running);
            cutOff = List.copyOf(cutOff);
        }
    }

    /** Returns the runs under way. */
    Runs runs();

    /** Returns how many changes of a format come after a sequence number. */
    long changesAfter(MetadataPrefix prefix, long seq);

    /** Returns the last sequence number that was assigned; 0 if there is none. */
    long lastSeq();

    /** Returns how many live records of a format there are. */
    long liveRecords(MetadataPrefix prefix);

    /** Closes the connection. */
    @Override
    void close();
}
