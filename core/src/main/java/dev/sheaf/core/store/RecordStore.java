package dev.sheaf.core.store;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.Repository;

/**
 * Keeps the records of all sources, and one store-wide sequence of their changes.
 *
 * <p>Thread-safe, and safe for several processes on the same data. What it promises (and the contract tests of the testkit hold it to):
 *
 * <ul>
 *   <li>a batch's records and its checkpoint are durable together, or not there at all;
 *   <li>a record that comes again unchanged keeps its datestamp and its place, and costs next to nothing;
 *   <li>a changed record gets a new sequence number and a datestamp not before any other's: in every list it moves to the end;
 *   <li>nothing appears behind a harvester's back: see {@link Repository#settled()};
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

    /** A registered source. */
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

    /** What a source last said of itself. */
    Optional<SourceDescription> description(String source);

    /**
     * One source as a repository of its own.
     *
     * @param baseUrl where it will be served
     * @return empty when no such source is registered
     */
    Optional<Repository> repository(String source, String baseUrl);

    /**
     * All sources as one repository: one set per source with the source's sets below it; of several copies of a record, one is shown.
     *
     * @param baseUrl where it will be served
     */
    Repository aggregate(String baseUrl);

    /** One record of a source as stored; empty when there is none. */
    Optional<StoredRecord> get(String source, MetadataPrefix prefix, String identifier);

    /** The formats in which a source has an item, deleted ones included; empty when it does not know the item. */
    List<MetadataPrefix> prefixes(String source, String identifier);

    /**
     * The changes of one format behind a sequence number, oldest first; deleted records included.
     *
     * @param limit changes wanted at most
     */
    List<StoredRecord> changes(MetadataPrefix prefix, long afterSeq, int limit);

    /** The last sequence number given. */
    long lastSeq();

    /**
     * Which records of a part differ from what the store holds, by index: lets a caller do costly work for those only. The answer may
     * be outdated as soon as it is given; {@link #save} decides again.
     */
    @Override
    List<Integer> differing(String source, Batch.Part part);

    /** Begins a census of a source. */
    Census census(String source);

    /** Closes the store; calls under way end first. */
    @Override
    void close();
}
