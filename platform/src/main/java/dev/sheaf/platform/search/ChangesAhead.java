package dev.sheaf.platform.search;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.search.IndexChange;

/**
 * Reads a store's changes and makes documents of them in a thread of its own, while the reader of this writes the documents before them into the
 * index. A few portions are ready at most. Belongs to one thread, which must close it.
 */
final class ChangesAhead implements AutoCloseable {

    private static final int PAGE = 500;
    private static final int READY = 2;

    private final RecordStore store;
    private final ChangedItems items;
    private final BlockingQueue<Portion> ready = new ArrayBlockingQueue<>(READY);
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Changes of the index that belong together.
     *
     * @param position that the index has reached with them
     * @param records of the store that the position has passed with them
     * @param isLast true when the store has no more changes
     * @param failure why nothing comes after them; null when all is well
     */
    record Portion(List<IndexChange> changes, long position, int records, boolean isLast, @Nullable Throwable failure) {}

    /**
     * Begins to read.
     *
     * @param after position that the index has reached
     */
    ChangesAhead(RecordStore store, HarvestedTexts texts, long after) {
        this.store = store;
        this.items = new ChangedItems(store, texts);
        this.thread = Thread.ofPlatform().daemon().name("search-reader").start(() -> read(after));
    }

    private void read(long after) {
        try {
            long reached = after;
            boolean ended = false;
            while (!ended && !closed) {
                List<StoredRecord> page = store.changes(ChangedItems::follows, reached, PAGE);
                ended = page.isEmpty();
                if (!ended) {
                    long before = reached;
                    items.make(page, changes -> put(new Portion(changes, before, 0, false, null)));
                    reached = page.getLast().seq();
                }
                put(new Portion(List.of(), reached, page.size(), ended, null));
            }
        } catch (RuntimeException | Error failure) {
            put(new Portion(List.of(), after, 0, true, failure));
        }
    }

    private void put(Portion portion) {
        try {
            if (!closed) {
                ready.put(portion);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    /**
     * Returns the next portion, waiting for it if need be.
     *
     * @throws RuntimeException that reading has thrown
     */
    Portion next() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    Portion portion = ready.take();
                    switch (portion.failure) {
                        case null -> {
                            return portion;
                        }
                        case RuntimeException failure -> throw failure;
                        case Error failure -> throw failure;
                        case Throwable failure -> throw new IllegalStateException(failure);
                    }
                } catch (InterruptedException _) {
                    // The thread that reads is not far: the portion comes first.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends reading, after what is being read. */
    @Override
    public void close() {
        closed = true;
        // The thread puts one more portion at most, which finds room now.
        ready.clear();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
