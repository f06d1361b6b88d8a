package dev.sheaf.store.crawls;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The files of crawled sources, and the settings of the crawls. They go when the source is removed. The roll-back of a run forgets the files of
 * the source, so that the next crawl reads all of them again.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown source.
 */
public interface CrawledFiles {

    /** Files in one call at most. */
    int MAX_BATCH = 1_000;

    /**
     * Number of files.
     *
     * @param all known files
     * @param refused files among them that could not be read
     */
    record Tally(long all, long refused) {}

    /** Returns the settings of a source's crawls, in the form in which they were kept; empty when there are none. */
    Optional<String> settings(String source);

    /** Returns the ids of the sources with settings, in their order. */
    List<String> sources();

    /**
     * Keeps the settings of a source's crawls, instead of those before.
     *
     * @throws dev.sheaf.core.store.StoreException when there is no such source
     */
    void keep(String source, String settings);

    /**
     * Returns the next files in the order of path and location, by the bytes of UTF-8.
     *
     * @param after the last file that is known; null to begin
     * @param limit files wanted at most
     */
    List<CrawledFile> files(String source, CrawledFile.@Nullable Key after, int limit);

    /** Returns files that could not be read, otherwise like {@link #files}. */
    List<CrawledFile> refused(String source, CrawledFile.@Nullable Key after, int limit);

    /** Returns the numbers of a source's files; zero for an unknown one. */
    Tally tally(String source);

    /**
     * Keeps files, each instead of what was known of it, and forgets others.
     *
     * @throws IllegalArgumentException when there are more than {@link #MAX_BATCH} of either
     * @throws dev.sheaf.core.store.StoreException when there is no such source
     */
    void put(String source, Collection<CrawledFile> found, Collection<CrawledFile.Key> gone);

    /** Forgets all files of a source: the next crawl reads them again. */
    void forget(String source);
}
