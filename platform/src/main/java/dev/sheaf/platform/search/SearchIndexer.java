package dev.sheaf.platform.search;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.store.Follower;

/**
 * Keeps a Lucene index in step with a store by following its change sequence.
 *
 * <p>One process at a time writes an index. A command calls {@link #catchUp} once and goes on reading when another has the lock; the hub
 * calls {@link #start} and takes over as soon as the lock is free. Each commit carries the sequence number that it reaches, so a killed
 * indexer goes on where it was; an index that is damaged, was built otherwise, or knows more than the store is built again.
 */
public final class SearchIndexer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SearchIndexer.class);

    private static final String SEQ = "seq";
    private static final String VERSION = "version";

    private static final int BATCH = 500;
    /** A commit waits for the disk; a first indexing of many records makes one now and then, so that a kill does not cost all. */
    private static final int CHANGES_PER_COMMIT = 50_000;
    private static final double BUFFER_MEGABYTES = 64;
    /** The writer that was open, the directory opened again, a new index. */
    private static final int MOST_ATTEMPTS = 3;

    private final RecordStore store;
    private final Path path;

    /** Guards the writer; held while changes are applied. */
    private final ReentrantLock writing = new ReentrantLock();
    private @Nullable Directory directory;
    private @Nullable IndexWriter writer;
    private long reached;
    private long looked = -1;
    private volatile boolean failing;

    private final Follower follower = new Follower();

    /** An indexer that has not begun; the directory is created when it does. */
    public SearchIndexer(RecordStore store, Path directory) {
        this.store = store;
        this.path = directory;
    }

    /** The sequence number that a commit has reached. */
    static long seqOf(Map<String, String> commitData) {
        try {
            return Long.parseLong(commitData.getOrDefault(SEQ, "0"));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /**
     * Applies all changes that the index does not know yet and commits them; returns early when the indexer is being closed.
     *
     * @return false when another process is the writer of this index: it will do it
     * @throws SearchException when the index cannot be written
     */
    public boolean catchUp() {
        writing.lock();
        try {
            return catchUpOrRebuild();
        } finally {
            writing.unlock();
        }
    }

    private boolean catchUpOrRebuild() {
        OpenMode mode = OpenMode.CREATE_OR_APPEND;
        for (int attempt = 1;; attempt++) {
            try {
                applyChanges(mode);
                return true;
            } catch (LockObtainFailedException _) {
                return false;
            } catch (IOException | AlreadyClosedException e) {
                boolean damaged = isDamage(e) || writer != null && isDamage(writer.getTragicException());
                release();
                if (attempt == MOST_ATTEMPTS || !damaged && !(e instanceof AlreadyClosedException)) {
                    throw new SearchException("The search index in " + path + " cannot be written (" + e.getMessage()
                            + "). Check the disk and the rights of that directory; search shows an older state meanwhile", e);
                }
                // Damaged, or deleted under the writer. There is nothing in it that the store does not have.
                LOG.warn("search index is {}: directory={} reason={}", damaged ? "rebuilt" : "opened again", path,
                        e.getMessage());
                mode = damaged ? OpenMode.CREATE : OpenMode.CREATE_OR_APPEND;
            }
        }
    }

    private static boolean isDamage(@Nullable Throwable failure) {
        return failure instanceof CorruptIndexException || failure instanceof IndexFormatTooOldException
                || failure instanceof IndexFormatTooNewException || failure instanceof EOFException
                || failure instanceof FileNotFoundException || failure instanceof NoSuchFileException;
    }

    private void applyChanges(OpenMode mode) throws IOException {
        IndexWriter open = writer == null ? open(mode) : writer;
        long last = store.lastSeq();
        if (last == looked && open.isOpen()) {
            return;
        }
        if (last < reached) {
            LOG.info("search index is rebuilt: directory={} reason=it knows change {} and the store ends at {}", path, reached,
                    last);
            open = empty(open);
        }
        long uncommitted = 0;
        boolean ended = false;
        while (!ended && !follower.isClosed()) {
            List<StoredRecord> changes = store.changes(MetadataPrefix.OAI_DC, reached, BATCH);
            for (StoredRecord change : changes) {
                apply(open, change);
                reached = change.seq();
            }
            uncommitted += changes.size();
            ended = changes.isEmpty();
            if (uncommitted >= CHANGES_PER_COMMIT) {
                commit(open);
                uncommitted = 0;
            }
        }
        if (uncommitted > 0 || open.hasUncommittedChanges()) {
            commit(open);
        }
        looked = ended ? last : -1;
    }

    private static void apply(IndexWriter open, StoredRecord change) throws IOException {
        if (change.record().deleted()) {
            open.deleteDocuments(RecordDocument.key(change));
        } else {
            try {
                open.updateDocument(RecordDocument.key(change), RecordDocument.of(change));
            } catch (AlreadyClosedException closed) {
                throw closed;
            } catch (RuntimeException e) {
                // One record must not keep all that come after it out of the index.
                open.deleteDocuments(RecordDocument.key(change));
                LOG.warn("record is not searchable: source={} identifier={} reason=\"{}\"", change.source(),
                        change.record().identifier(), e.toString());
            }
        }
    }

    private void commit(IndexWriter open) throws IOException {
        open.setLiveCommitData(Map.of(SEQ, Long.toString(reached), VERSION, RecordDocument.VERSION).entrySet());
        open.commit();
        LOG.debug("search index committed: directory={} seq={}", path, reached);
    }

    private IndexWriter open(OpenMode mode) throws IOException {
        Directory opened = IndexDirectory.open(path);
        directory = opened;
        if (mode == OpenMode.CREATE) {
            empty(opened);
        }
        // Closing must not wait for a long merge: what is committed is safe, the merge is begun again next time.
        IndexWriterConfig config = new IndexWriterConfig(SheafAnalyzer.forIndex()).setOpenMode(mode)
                .setRAMBufferSizeMB(BUFFER_MEGABYTES).setCommitOnClose(false);
        try {
            IndexWriter made = new IndexWriter(opened, config);
            writer = made;
            looked = -1;
            reached = 0;
            for (Map.Entry<String, String> entry : commitData(made)) {
                if (entry.getKey().equals(SEQ)) {
                    reached = seqOf(Map.ofEntries(entry));
                } else if (entry.getKey().equals(VERSION) && !entry.getValue().equals(RecordDocument.VERSION)) {
                    LOG.info("search index is rebuilt: directory={} reason=it was built by another version", path);
                    return empty(made);
                }
            }
            return made;
        } catch (IOException | RuntimeException e) {
            release();
            throw e;
        }
    }

    private static Iterable<Map.Entry<String, String>> commitData(IndexWriter open) {
        Iterable<Map.Entry<String, String>> data = open.getLiveCommitData();
        return data == null ? List.of() : data;
    }

    private IndexWriter empty(IndexWriter open) throws IOException {
        open.deleteAll();
        reached = 0;
        looked = -1;
        return open;
    }

    /** Deletes the files of a damaged index: Lucene would read them even in the mode that begins a new index, and fail on the damage. */
    private static void empty(Directory damaged) throws IOException {
        try (Lock _ = damaged.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
            for (String file : damaged.listAll()) {
                if (!file.equals(IndexWriter.WRITE_LOCK_NAME)) {
                    damaged.deleteFile(file);
                }
            }
        }
    }

    private void release() {
        for (AutoCloseable open : new AutoCloseable[]{writer, directory}) {
            try {
                if (open != null) {
                    open.close();
                }
            } catch (Exception e) {
                LOG.debug("search index not closed cleanly: directory={}", path, e);
            }
        }
        writer = null;
        directory = null;
        looked = -1;
    }

    /**
     * Follows the store in the background until closed.
     *
     * @param index refreshed whenever something was committed, here or by the process that has the lock
     */
    public void start(LuceneIndex index) {
        follower.start("search-indexer", () -> follow(index));
    }

    private void follow(LuceneIndex index) {
        try {
            catchUp();
            index.refresh();
            failing = false;
        } catch (RuntimeException e) {
            failing = true;
            LOG.error("search index is behind, trying again in a second: directory={} reason={}", path, e.getMessage());
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

    /** Stops after the batch under way, commits, and lets go of the lock. */
    @Override
    public void close() {
        follower.close();
        writing.lock();
        try {
            release();
        } finally {
            writing.unlock();
        }
    }
}
