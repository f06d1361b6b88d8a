package dev.sheaf.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.aggregates.AggregateMembership;
import dev.sheaf.store.aggregates.QueryMatches;
import dev.sheaf.store.archives.Archives;
import dev.sheaf.store.conformance.LinkChecks;
import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.conformance.Validations;
import dev.sheaf.store.crawls.CrawledFiles;
import dev.sheaf.store.crawls.Deposits;
import dev.sheaf.store.enrichments.Enrichments;
import dev.sheaf.store.enrichments.Relations;
import dev.sheaf.store.gateways.Mediations;
import dev.sheaf.store.notices.Announcements;
import dev.sheaf.store.notices.SourceSubscriptions;
import dev.sheaf.store.notices.Subscriptions;
import dev.sheaf.store.records.Deletion;
import dev.sheaf.store.records.Derivations;
import dev.sheaf.store.records.History;
import dev.sheaf.store.records.OwnCrosswalks;
import dev.sheaf.store.records.OwnSchemas;
import dev.sheaf.store.records.Repairs;
import dev.sheaf.store.records.SavedPage;
import dev.sheaf.store.runs.HeldDeletions;
import dev.sheaf.store.runs.Rollback;
import dev.sheaf.store.runs.Runs;
import dev.sheaf.store.sources.HostBackOffs;
import dev.sheaf.store.sources.HostPermits;
import dev.sheaf.store.sources.NotedFaults;
import dev.sheaf.store.sources.Schedules;
import dev.sheaf.store.sources.SourceControl;
import dev.sheaf.store.sources.SourceLeases;
import dev.sheaf.store.sources.SourceMonitoring;
import dev.sheaf.store.usage.UsageLog;

/**
 * The store of a hub: records, sources and aggregates ({@link RecordStore}), and one facet for each further concern. {@link
 * dev.sheaf.store.open.HubStores} opens one.
 *
 * <p>These rules hold for the store and for each facet; a facet names its exceptions:
 *
 * <ul>
 *   <li><b>Threads and processes.</b> Any number of threads may call any method at the same time. Several processes may have the same data
 *       open; each sees the changes of the others at once.
 *   <li><b>Changes.</b> A method that changes something makes one change: it is durable when the method returns, and undone when the method
 *       throws. Methods that work in portions say so.
 *   <li><b>Failures.</b> A {@link StoreException} states what could not be done and why: a full disk, a damaged file, a store that has been
 *       closed. A method that changes a source that does not exist throws one too.
 *   <li><b>Null.</b> Neither arguments nor results are null unless they are marked so. Returned lists and maps are copies.
 *   <li><b>Times.</b> An {@link java.time.Instant} is kept to the second, a {@link java.time.Duration} likewise. The caller passes the
 *       present time.
 *   <li><b>Life.</b> A facet belongs to its store: it needs no closing unless it is {@link AutoCloseable}, and cannot be used after the store
 *       was closed.
 * </ul>
 */
public interface HubStore extends RecordStore {

    /**
     * Returns true if nothing can be changed, for instance because the data directory belongs to another account. Methods that change
     * something then throw.
     */
    boolean isReadOnly();

    /**
     * Saves a page as {@link #save} does, but without live records whose datestamp is before that of the stored version, because a list may
     * come from a copy of a repository that is behind. A stored deletion is such a version if the source itself stated it, or no longer had the record. What was derived
     * from an older version is left out with it.
     *
     * @param orAsNew true to leave out other content with the datestamp of the stored version, too: nobody can tell by the datestamp which of
     * both is older
     * @return counts and older versions
     */
    SavedPage saveNewer(Batch batch, boolean orAsNew);

    /** Returns the name of this hub for people. */
    String name();

    /** Returns the domain name in the identifiers that this hub makes. */
    IdentifierDomain identifierDomain();

    /** Returns the secret that signs resumption tokens. It was generated when the store was created, and all processes share it. */
    byte[] tokenSecret();

    /** Returns the credentials of the hub's administration. */
    Administration administration();

    /** Returns why and when a record of a source was deleted; empty if it is live, or unknown. */
    Optional<Deletion> deletion(String source, MetadataPrefix prefix, String identifier);

    /** Returns the ids of all sources with records, including those whose registration was removed. */
    List<String> sourceIds();

    /**
     * Returns how many times a source with an id was removed together with its records; 0 for an unknown id. It tells a source from an
     * earlier one with the same id.
     */
    long removals(String id);

    /**
     * Stores the traits that an operator has {@linkplain ServerProfile#pinned() pinned}; learnt values stay.
     *
     * @throws StoreException if the source does not exist
     */
    void pinProfile(String source, ServerProfile profile);

    /** Returns the monitoring settings of sources. */
    SourceMonitoring monitoring();

    /** Returns numbers about the stored records of sources. */
    StoreStatistics statistics();

    /** Returns the requests of operators to sources and to runs. */
    SourceControl control();

    /** Returns the reports of runs. */
    Runs runs();

    /** Returns the roll-back of runs. */
    Rollback rollback();

    /** Returns the results of censuses, and the deletions that wait for approval. */
    HeldDeletions heldDeletions();

    /** Returns the times of changes and of planned harvests of sources. */
    Schedules schedules();

    /** Returns the repairs of records, and the quarantine. */
    Repairs repairs();

    /** Returns the facet for faults of sources' responses, including those that the live proxy found. */
    NotedFaults faults();

    /** Returns the former versions of records. */
    History history();

    /** Returns the state of the formats that are made of others. */
    Derivations derivations();

    /** Returns the additions of services to items. */
    Enrichments enrichments();

    /** Returns the relations between items. */
    Relations relations();

    /** Returns the uses of items by anonymous agents. */
    UsageLog usage();

    /** Returns the operator's own stylesheets. */
    OwnCrosswalks ownCrosswalks();

    /** Returns the schemas that the hub serves itself. */
    OwnSchemas ownSchemas();

    /**
     * Returns the stable time: records that become visible from now on get no earlier datestamp. It never decreases, even across processes.
     * See {@link dev.sheaf.core.repository.Repository#settled()}.
     *
     * @return whole seconds
     */
    Instant stableTime();

    /**
     * Returns a mark of the present state. If two calls return equal marks, no process has changed anything in the database between them; the mark of
     * a change exists before the change can be read. Cheap: reads no record. Marks of two openings of a store are not comparable. Things in files of
     * their own, such as locks and the stable time, have no part in it.
     */
    String changeMark();

    /**
     * Returns the last entries of a list, the newest first: the reverse of the order of {@link
     * dev.sheaf.core.repository.Repository#records}, deletions included. Costs the same for a list of any length and at any place of it.
     *
     * @param id of a source or aggregate; {@link dev.sheaf.core.store.Aggregate#EVERYTHING} for that of everything
     * @param set the set wanted, with its descendants; null for the whole repository
     * @param before position of an entry, which is left out with all newer ones; null for the newest
     * @param limit largest number of entries; greater than 0
     * @return a page without total, whose next position is that of its last entry; empty if there is no repository with the id. It ends early when its
     *     records are enough for one portion.
     * @throws dev.sheaf.core.store.RepositoryGoneException if the repository was removed meanwhile
     */
    Optional<RecordPage.Records> newest(String id, MetadataPrefix prefix, @Nullable SetSpec set, @Nullable Position before,
            int limit);

    /** Returns the membership of records in aggregates. */
    AggregateMembership membership();

    /** Returns the results of the queries of aggregates. */
    QueryMatches queryMatches();

    /** Returns the leases of sources. */
    SourceLeases leases();

    /** Returns the files of crawled sources, and the settings of their crawls. */
    CrawledFiles crawledFiles();

    /** Returns the results of validations of repositories. */
    Validations validations();

    /** Returns the registry of conformant repositories. */
    Registry registry();

    /** Returns the checks of links in records. */
    LinkChecks linkChecks();

    /** Returns the states and corrected descriptions of the resources of crawled sources. */
    Deposits deposits();

    /** Returns the back-offs of hosts. */
    HostBackOffs hosts();

    /**
     * Returns permits for requests to hosts. The caller closes them, before the store.
     *
     * @throws StoreException if permits cannot be shared because the data directory is read-only
     */
    HostPermits hostPermits();

    /** Returns the archives that have registered themselves. */
    Archives archives();

    /** Returns the static repositories that were initiated at the gateway of this hub. */
    Mediations mediations();

    /** Returns the announcements of sources to this hub. */
    Announcements announcements();

    /** Returns the subscribers to changes of this hub's repositories. */
    Subscriptions subscriptions();

    /** Returns the subscriptions of this hub to its sources. */
    SourceSubscriptions sourceSubscriptions();
}
