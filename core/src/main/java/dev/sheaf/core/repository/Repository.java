package dev.sheaf.core.repository;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.RepositoryDescription;

/**
 * The records, sets and formats that a data provider serves at one base URL.
 *
 * <p>Implementations are safe for use by many threads. Everything they return is legal by the response schema: identifiers, datestamps
 * (seconds granularity), setSpecs and prefixes need no further check. Failures of what lies below (a damaged file, a lost connection)
 * come as {@link dev.sheaf.core.store.StoreException}; a repository that was removed may fail with {@link
 * dev.sheaf.core.store.RepositoryGoneException}.
 *
 * <p>The rule that makes incremental harvesting safe: no record may later appear with a datestamp before a value that {@link #settled()}
 * has returned earlier (guidelines: a record becomes visible during the period of its datestamp).
 */
public interface Repository {

    /** Returns the answer to Identify (S4.2), with counts as of now. */
    RepositoryDescription describe();

    /**
     * Returns the time up to which the repository's contents are settled: all records stamped before it are visible to every later call.
     * The provider sends it as responseDate, and uses it as {@code until} for a list without one. In whole seconds. Callers call it
     * <em>before</em> they read the contents of the response.
     */
    Instant settled();

    /** Returns the formats of the repository (S4.4), oai_dc among them. */
    List<MetadataFormat> formats();

    /** Returns the formats of an item, deleted records not counted; empty when no item has the identifier. */
    Optional<List<MetadataFormat>> formats(String identifier);

    /** Returns whether the repository has sets (S2.6). */
    boolean hasSets();

    /**
     * Returns a page of the list of sets, in order of their specs.
     *
     * @param after the last spec of the page before; null for the first page
     * @param limit largest number of sets; greater than 0
     */
    SetPage sets(@Nullable String after, int limit);

    /**
     * Returns one record, deleted ones included when the repository keeps them; empty when the item lacks the format or
     * does not exist.
     */
    Optional<OaiRecord> record(String identifier, MetadataPrefix prefix);

    /**
     * Returns a page of the list of records in order of (datestamp, sequence); deleted ones included when the repository keeps them and the
     * query does not exclude them.
     */
    RecordPage records(RecordQuery query);
}
