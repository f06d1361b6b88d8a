package dev.sheaf.platform.search;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.RecordStore;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.search.LostChangesException;
import dev.sheaf.search.SearchException;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.Rounds;

/**
 * Keeps an index up to date with a store by following its change sequence: converts stored records into documents and applies them.
 *
 * <p>A document is made of an item's oai_dc record and of the harvested index of its full text, if there is one ({@link ChangedItems}).
 *
 * <p>One process at a time changes an index. A command calls {@link #catchUp} once and only reads if another process changes the index; the
 * hub calls {@link #start} and takes over as soon as that process ends. Each commit contains its sequence number, so an indexer continues
 * there after a kill. An index with a higher number than the store is rebuilt.
 */
public final class SearchIndexer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SearchIndexer.class);

    /** A commit waits for the disk; a first indexing of many records makes one now and then, so that a kill does not cost all. */
    private static final int CHANGES_PER_COMMIT = 50_000;
    /** Number of attempts: with the open index, with the same index opened again, and with a new one. */
    private static final int MOST_ATTEMPTS = 3;

    private final RecordStore store;
    private final SearchIndex index;
    /** Index that is closed with the indexer; null if its owner closes it. */
    private final @Nullable SearchIndex owned;
    private final IndexPolicy policy;
    private final HarvestedTexts texts;

    /** Held while changes are applied. */
    private final ReentrantLock writing = new ReentrantLock();
    /** End of the store, and position of the index, at the time when nothing was left to do. */
    private long looked = -1;
    private long lookedAt = -1;
    private volatile boolean failing;

    private final Rounds rounds = new Rounds("search-indexer");

    /**
     * Creates an indexer. The owner of the index closes it after this indexer.
     *
     * @param policy form of full texts; a changed policy rebuilds the index
     */
    public SearchIndexer(RecordStore store, SearchIndex index, IndexPolicy policy) {
        this(store, index, false, policy);
    }

    /** Creates an indexer with the default policy for full texts. The owner of the index closes it after this indexer. */
    public SearchIndexer(RecordStore store, SearchIndex index) {
        this(store, index, IndexPolicy.DEFAULT);
    }

    /**
     * Creates an indexer that opens the index in a directory itself, and creates it if necessary.
     *
     * @param policy form of full texts
     */
    public SearchIndexer(RecordStore store, Path directory, IndexPolicy policy) {
        this(store, RecordIndex.open(directory), true, policy);
    }

    /** Creates an indexer that opens the index in a directory itself, with the default policy for full texts. */
    public SearchIndexer(RecordStore store, Path directory) {
        this(store, directory, IndexPolicy.DEFAULT);
    }

    private SearchIndexer(RecordStore store, SearchIndex index, boolean owned, IndexPolicy policy) {
        this.store = store;
        this.index = index;
        this.owned = owned ? index : null;
        this.policy = policy;
        this.texts = new HarvestedTexts(policy);
    }

    /**
     * Applies all changes that the index does not have yet and commits them; returns early if the indexer is being closed.
     *
     * @return false if another process changes this index and will apply them
     * @throws SearchException if the index cannot be written
     */
    public boolean catchUp() {
        writing.lock();
        try {
            for (int attempt = 1;; attempt++) {
                try {
                    return applyChanges();
                } catch (LostChangesException e) {
                    if (attempt == MOST_ATTEMPTS) {
                        throw e;
                    }
                }
            }
        } finally {
            writing.unlock();
        }
    }

    private boolean applyChanges() {
        OptionalLong begun = index.begin(RecordIndex.version(policy));
        if (begun.isEmpty()) {
            return false;
        }
        long reached = begun.getAsLong();
        long last = store.lastSeq();
        if (last == looked && reached == lookedAt) {
            return true;
        }
        if (last < reached) {
            LOG.info("search index is rebuilt: reason=it has change {}, but the last change of the store is {}", reached, last);
            index.clear();
            reached = 0;
        }
        boolean ended = false;
        try (ChangesAhead ahead = new ChangesAhead(store, texts, reached)) {
            long uncommitted = 0;
            while (!ended && !rounds.isClosed()) {
                ChangesAhead.Portion portion = ahead.next();
                ended = portion.isLast();
                reached = portion.position();
                index.apply(portion.changes(), reached);
                uncommitted += portion.records();
                if (uncommitted >= CHANGES_PER_COMMIT) {
                    index.commit();
                    uncommitted = 0;
                }
            }
        }
        index.commit();
        looked = ended ? last : -1;
        lookedAt = reached;
        return true;
    }

    /**
     * Follows the store in the background until closed.
     *
     * @param shown index that is refreshed after each commit of this or another process
     */
    public void start(SearchIndex shown) {
        rounds.start(() -> follow(shown));
    }

    private void follow(SearchIndex shown) {
        try {
            catchUp();
            shown.refresh();
            failing = false;
        } catch (RuntimeException | Error e) {
            failing = true;
            LOG.error("search index is behind, trying again in a second: reason={}", e.getMessage());
            LOG.debug("search index is behind", e);
        }
    }

    /** Returns why search is out of date after the last attempt to write the index, without names of files; empty if it is up to date. */
    public Optional<String> failure() {
        return failing
                ? Optional
                        .of("the search index cannot be written, so search shows an older state; the hub's log has the reason")
                : Optional.empty();
    }

    /** Reports that something was saved, so that the next round begins at once and not within a second. */
    public void wake() {
        rounds.wake();
    }

    /** Stops after the batch under way, commits, and lets another process change the index. */
    @Override
    public void close() {
        rounds.close();
        writing.lock();
        try {
            index.end();
            if (owned != null) {
                owned.close();
            }
        } finally {
            writing.unlock();
        }
    }
}
