package dev.sheaf.core.store;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.Repository;

/**
 * A store of the records of all sources, with one store-wide sequence of their changes.
 *
 * <p>Thread-safe, and safe for several processes on the same data. The contract, which the tests of the testkit check:
 *
 * <ul>
 *   <li>a batch's records and its checkpoint are durable together, or not there at all;
 *   <li>a record that comes again unchanged keeps its datestamp and its place, and takes almost no time;
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
     * Registers or changes many sources: all of them, or none if one is refused.
     *
     * @throws StoreException as {@link #put}
     */
    void putAll(List<Source> sources);

    /** Returns a registered source; empty if there is none with the id. */
    Optional<Source> source(String id);

    /** Returns all registered sources with their status, ordered by id. */
    List<SourceStatus> sources();

    /** Returns a registered source with its status; empty if there is none with the id. */
    Optional<SourceStatus> status(String id);

    /**
     * Forgets a source. If {@code keepRecords} is true, its records stay readable and listed. Otherwise they are withdrawn, and aggregates
     * show them as deleted.
     */
    void remove(String id, boolean keepRecords);

    /** Returns the last description that was stored for a source; empty when there is none. */
    Optional<SourceDescription> description(String source);

    /**
     * Returns a source, or an aggregate other than that of everything, as a repository.
     *
     * @param baseUrl where it will be served
     * @return empty when there is none with the id
     */
    Optional<Repository> repository(String source, String baseUrl);

    /**
     * Returns all sources as one repository: it has one set per source with the source's sets below it. The settings of {@link
     * Aggregate#EVERYTHING} decide on several copies of a record.
     *
     * @param baseUrl where it will be served
     */
    Repository aggregate(String baseUrl);

    /**
     * Adds an aggregate or changes one; returns when the membership of its records is complete. Only records whose membership changes get a
     * new datestamp, in portions between which others can write. If the process dies, the next process that opens the store finishes the
     * work.
     *
     * @throws StoreException when a source has the id
     */
    void put(Aggregate aggregate);

    /**
     * Removes an aggregate. If an aggregate with the same id is added later, its lists show the former records as deleted.
     *
     * @throws StoreException if there is none with the id, or if it is the aggregate of everything
     */
    void removeAggregate(String id);

    /** Returns all aggregates: first the aggregate of everything, then the others by id. */
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
     * @param identifier identifier in the aggregate
     * @param prefix metadata prefix in the aggregate
     */
    Optional<Copy> shown(String aggregate, String identifier, MetadataPrefix prefix);

    /** Returns one record of a source as stored; empty when there is none. */
    Optional<StoredRecord> get(String source, MetadataPrefix prefix, String identifier);

    /** Returns the formats in which a source has an item, including deleted records; empty if it does not know the item. */
    List<MetadataPrefix> prefixes(String source, String identifier);

    /**
     * Returns the changes of one format after a sequence number, oldest first, including deleted records.
     *
     * @param limit largest number of changes
     */
    List<StoredRecord> changes(MetadataPrefix prefix, long afterSeq, int limit);

    /**
     * Returns the changes of several formats together after a sequence number, oldest first; deleted records included. A format that no record has yet
     * is chosen from its first record on.
     *
     * @param formats chooses formats by their prefixes
     * @param limit changes wanted at most
     */
    List<StoredRecord> changes(Predicate<MetadataPrefix> formats, long afterSeq, int limit);

    /** Returns whether records of a chosen format were ever saved. Asks for no record, so it is cheap. */
    boolean knowsFormat(Predicate<MetadataPrefix> formats);

    /**
     * The place of a record in the change sequence.
     *
     * @param seq its present sequence number
     */
    record Place(long seq, Copy copy) {}

    /**
     * Returns the places of the records that items have in some formats, in all sources, deleted ones included; in no particular order. Asks the
     * database once.
     *
     * @param identifiers of the items
     * @param formats chooses formats by their prefixes
     */
    List<Place> places(Collection<String> identifiers, Predicate<MetadataPrefix> formats);

    /**
     * Returns records by their sequence numbers, in the order of the numbers given. The records of numbers that were given up meanwhile, because
     * the record has changed, are left out. An answer ends when its records are long enough for one portion; the caller asks for those after
     * its last one again. It is empty when there are no more.
     */
    List<StoredRecord> records(List<Long> seqs);

    /** Returns the last sequence number that was assigned. */
    long lastSeq();

    /**
     * Returns the indexes of the records of a part that differ from the stored copies, so that a caller does costly work for those only.
     * The answer may be outdated as soon as it is given; {@link #save} decides again.
     */
    @Override
    List<Integer> differing(String source, Batch.Part part);

    /** Begins a census of a source. */
    Census census(String source);

    /** Closes the store after calls under way have ended. */
    @Override
    void close();
}
