package dev.sheaf.core.store;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.Repository;

/**
 * Keeps the records of all sources, and one store-wide sequence of their changes.
 *
 * <p>Thread-safe, and safe for several processes on the same data. The contract, which the tests of the testkit check:
 *
 * <ul>
 *   <li>a batch's records and its checkpoint are durable together, or not there at all;
 *   <li>a record that comes again unchanged keeps its datestamp and its place, and costs next to nothing;
 *   <li>a changed record gets a new sequence number and a datestamp not before any other's: in every list it moves to the end;
 *   <li>no record becomes visible with a datestamp that a harvester has already passed: see {@link Repository#settled()};
 *   <li>withdrawn records stay as deleted headers, in every list they were in.
 * </ul>
 */
public interface RecordStore extends RecordSink, AutoCloseable {

    /**
     * Registers a source or changes a registered one; its records stay.
     *
     * @throws StoreException when an aggregate or a source of another kind has the id
     */
    void put(Source source);

    /**
     * Registers or changes many: all of them, or none when one cannot be.
     *
     * @throws StoreException as {@link #put}
     */
    void putAll(List<Source> sources);

    /** Returns a registered source. */
    Optional<Source> source(String id);

    /** All registered sources with how they are doing, by id. */
    List<SourceStatus> sources();

    /** One registered source with how it is doing. */
    Optional<SourceStatus> status(String id);

    /**
     * Forgets a source. With {@code keepRecords} its records stay readable and listed; without, they are withdrawn: aggregates show
     * them as deleted from now on.
     */
    void remove(String id, boolean keepRecords);

    /** Returns the last description that was stored for a source; empty when there is none. */
    Optional<SourceDescription> description(String source);

    /**
     * Returns one source, or one aggregate but that of everything, as a repository of its own.
     *
     * @param baseUrl where it will be served
     * @return empty when there is none with the id
     */
    Optional<Repository> repository(String source, String baseUrl);

    /**
     * Returns all sources as one repository: one set per source with the source's sets below it; what becomes of
     * several copies of a record, the
     * settings of {@link Aggregate#EVERYTHING} say.
     *
     * @param baseUrl where it will be served
     */
    Repository aggregate(String baseUrl);

    /**
     * Adds an aggregate or changes one; returns when the membership of its records is complete. Only records whose membership changes get a
     * new datestamp, in portions between which others can write. When the process dies, the next one that opens the store goes on.
     *
     * @throws StoreException when a source has the id
     */
    void put(Aggregate aggregate);

    /**
     * Takes an aggregate away. Its lists show everything as deleted, should it ever come back.
     *
     * @throws StoreException when there is none with the id, or it is that of everything
     */
    void removeAggregate(String id);

    /** Returns all aggregates, that of everything first, the others by id. */
    List<Aggregate> aggregates();

    /**
     * Notes a base URL under which this hub serves records. Records whose provenance names it, or one below it, are this hub's own: they count
     * as unchanged and are not stored.
     */
    void servesAt(String baseUrl);

    /**
     * A record of a source.
     *
     * @param prefix its format as received
     * @param identifier as received
     */
    record Copy(String source, MetadataPrefix prefix, String identifier) {}

    /**
     * Returns the source record that an aggregate shows under an identifier; empty when it shows none.
     *
     * @param aggregate its id
     * @param identifier under which it is shown
     * @param prefix under which its format is shown
     */
    Optional<Copy> shown(String aggregate, String identifier, MetadataPrefix prefix);

    /** Returns one record of a source as stored; empty when there is none. */
    Optional<StoredRecord> get(String source, MetadataPrefix prefix, String identifier);

    /** Returns the formats in which a source has an item, deleted ones included; empty when it does not know the item. */
    List<MetadataPrefix> prefixes(String source, String identifier);

    /**
     * The changes of one format after a sequence number, oldest first; deleted records included.
     *
     * @param limit changes wanted at most
     */
    List<StoredRecord> changes(MetadataPrefix prefix, long afterSeq, int limit);

    /** The last sequence number given. */
    long lastSeq();

    /**
     * Returns the indexes of the records of a part that differ from the stored copies, so that a caller does costly work for those only.
     * The answer may be outdated as soon as it is given; {@link #save} decides again.
     */
    @Override
    List<Integer> differing(String source, Batch.Part part);

    /** Begins a census of a source. */
    Census census(String source);

    /** Closes the store; calls under way end first. */
    @Override
    void close();
}
