package dev.sheaf.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.StoreException;

/**
 * Examines the store of a data directory without changing it, also while a hub and commands work with it. No damage keeps it from examining
 * the rest. {@link dev.sheaf.store.open.HubStores#check} opens one. Belongs to one thread; the caller closes it.
 *
 * <p>Methods throw a {@link StoreException} when the store cannot be read at all. Nothing is null unless it is marked
 * so.
 */
public interface StoreCheck extends AutoCloseable {

    /**
     * Damage of one kind.
     *
     * @param count of the damaged things
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
     * @param newest of all datestamps that were given; 0 before the first
     * @param lastPast newest one that is not after the clock; 0 when there is none
     * @param firstFuture oldest one that is after the clock; 0 when there is none
     * @param future records whose datestamp is after the clock
     */
    record Stamps(long newest, long lastPast, long firstFuture, long future) {}

    /** Returns the reason why this program cannot read the tables, which another version of it has made, with the way out; empty when it can. */
    Optional<String> refusal();

    /** Returns faults of the file's structure, as SQLite names them, some at most; empty when there are none. */
    List<String> structure();

    /** Returns the number of stored records, one for each source, identifier and format. */
    long recordCount();

    /**
     * Reads every record, and compares it with its hash and with the entry of its item: one changed byte in an identifier, in metadata, in sets
     * or about containers is found.
     */
    Damage records();

    /** Returns the number of former versions. */
    long versionCount();

    /** Reads every former version, and compares it with its hash; one without a hash, kept by an earlier program, has to be readable. */
    Damage versions();

    /** Returns list blocks whose entries do not match their columns or name records that are not stored. */
    Damage lists();

    /** Returns how many counters of lists and of sources differ from what they count. */
    long wrongCounters();

    /** Returns the datestamps as seen from a time. */
    Stamps stamps(Instant now);

    /** Returns the latest time that a reader may have been told, in seconds; empty when the file of that is damaged or absent. */
    Optional<Long> highWaterMark();

    /** Returns false when the file in which processes agree on datestamps is damaged or cannot be read. */
    boolean isTimestampFileIntact();

    /**
     * Tries to decrypt every secret.
     *
     * @return how many there are, and those that cannot be read with the reason
     */
    Secrets secrets();

    /**
     * The secrets of a store.
     *
     * @param count of the rows that hold secrets
     * @param unreadable those that cannot be decrypted
     */
    record Secrets(long count, Damage unreadable) {}

    /**
     * Sources that a run fills or has begun to fill.
     *
     * @param running ids of those that a process fills at this moment
     * @param cutOff ids of those whose last run has no end, and no process goes on with it
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

    /** Returns the last sequence number that was given; 0 before the first. */
    long lastSeq();

    /** Returns how many live records of a format there are. */
    long liveRecords(MetadataPrefix prefix);

    /** Closes the connection. */
    @Override
    void close();
}
