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
import dev.sheaf.store.Follower;

/**
 * Keeps an index in step with a store by following its change sequence: turns stored records into documents and applies them.
 *
 * <p>A document is made of an item's oai_dc record and, where one was harvested, the index of its full text ({@link ChangedItems}).
 *
 * <p>One process at a time changes an index. A command calls {@link #catchUp} once and only reads when another process does it; the hub
 * calls {@link #start} and takes over as soon as the other one ends. Each commit carries the sequence number that it reaches, so a killed
 * indexer goes on where it was; an index that knows more than the store is built again.
 */
public final class SearchIndexer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SearchIndexer.class);

    /** A commit waits for the disk; a first indexing of many records makes one now and then, so that a kill does not cost all. */
    private static final int CHANGES_PER_COMMIT = 50_000;
    /** The index that was open, the same opened again, a new index. */
    private static final int MOST_ATTEMPTS = 3;

    private final RecordStore store;
    private final SearchIndex index;
    /** Closed with the indexer; null when the index is its owner's. */
    private final @Nullable SearchIndex owned;
    private final IndexPolicy policy;
    private final HarvestedTexts texts;

    /** Held while changes are applied. */
    private final ReentrantLock writing = new ReentrantLock();
    /** The end of the store, and the position of the index, when there was nothing more to do. */
    private long looked = -1;
    private long lookedAt = -1;
    private volatile boolean failing;

    private final Follower follower = new Follower();

    /**
     * An indexer of an index that stays its owner's, and must be closed after this.
     *
     * @param policy form of full texts; another one than before builds the index again
     */
    public SearchIndexer(RecordStore store, SearchIndex index, IndexPolicy policy) {
        this(store, index, false, policy);
    }

    /** An indexer of an index with the usual policy for full texts, that stays its owner's. */
    public SearchIndexer(RecordStore store, SearchIndex index) {
        this(store, index, IndexPolicy.DEFAULT);
    }

    /**
     * An indexer with an index of its own in a directory, which is created when the indexer begins.
     *
     * @param policy form of full texts
     */
    public SearchIndexer(RecordStore store, Path directory, IndexPolicy policy) {
        this(store, RecordIndex.open(directory), true, policy);
    }

    /** An indexer with an index of its own in a directory, with the usual policy for full texts. */
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
     * Applies all changes that the index does not know yet and commits them; returns early when the indexer is being closed.
     *
     * @return false when another process changes this index: it will do it
     * @throws SearchException when the index cannot be written
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
            LOG.info("search index is rebuilt: reason=it knows change {} and the store ends at {}", reached, last);
            index.clear();
            reached = 0;
        }
        boolean ended = false;
        try (ChangesAhead ahead = new ChangesAhead(store, texts, reached)) {
            long uncommitted = 0;
            while (!ended && !follower.isClosed()) {
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
     * @param shown refreshed whenever something was committed, here or by the process that changes the index
     */
    public void start(SearchIndex shown) {
        follower.start("search-indexer", () -> follow(shown));
    }

    private void follow(SearchIndex shown) {
        try {
            catchUp();
            shown.refresh();
            failing = false;
        } catch (RuntimeException e) {
            failing = true;
            LOG.error("search index is behind, trying again in a second: reason={}", e.getMessage());
            LOG.debug("search index is behind", e);
        }
    }

    /** Returns why search is out of date after the last attempt to write the index, without names of files; empty when all is well. */
    public Optional<String> failure() {
        return failing
                ? Optional
                        .of("the search index cannot be written; search shows an older state, and the reason is in the hub's log")
                : Optional.empty();
    }

    /** Something was saved: look now rather than within the second. */
    public void wake() {
        follower.wake();
    }

    /** Stops after the batch under way, commits, and lets another process change the index. */
    @Override
    public void close() {
        follower.close();
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
