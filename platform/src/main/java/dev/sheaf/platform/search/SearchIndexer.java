package dev.sheaf.platform.search;

import java.nio.file.Path;

import dev.sheaf.core.store.RecordStore;

/**
 * Keeps a Lucene index in step with a store by following its change sequence.
 *
 * <p>One process at a time writes an index. A command calls {@link #catchUp} once and goes on reading when another has the lock; the hub
 * calls {@link #start} and takes over as soon as the lock is free.
 */
public final class SearchIndexer implements AutoCloseable {

    /** Opens nothing yet. */
    public SearchIndexer(RecordStore store, Path directory) {
        throw new UnsupportedOperationException();
    }

    /**
     * Applies all changes that the index does not know yet and commits them.
     *
     * @return false when another process is the writer of this index: it will do it
     */
    public boolean catchUp() {
        throw new UnsupportedOperationException();
    }

    /**
     * Follows the store in the background until closed.
     *
     * @param index refreshed after every commit
     */
    public void start(LuceneIndex index) {
        throw new UnsupportedOperationException();
    }

    /** Something was saved: look now rather than within the second. */
    public void wake() {
        throw new UnsupportedOperationException();
    }

    /** Stops after the batch under way, commits, and lets go of the lock. */
    @Override
    public void close() {}
}
