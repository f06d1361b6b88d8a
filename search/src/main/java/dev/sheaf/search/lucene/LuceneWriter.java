package dev.sheaf.search.lucene;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

import org.apache.lucene.document.Document;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.search.IndexChange;
import dev.sheaf.search.LostChangesException;
import dev.sheaf.search.Ranking;
import dev.sheaf.search.SearchException;

/** The changing half of a {@link LuceneIndex}: holds Lucene's lock from the first {@link #begin} to {@link #end}. Thread-safe. */
final class LuceneWriter {

    private static final Logger LOG = LoggerFactory.getLogger(LuceneWriter.class);

    private static final String POSITION = "seq";
    private static final String VERSION = "version";
    private static final String FORMAT = "format";
    /**
     * Memory for documents that are not yet written to files: an eighth of the heap, within bounds. The more of them are written together, the
     * fewer files are merged afterwards.
     */
    private static final double BUFFER_MEGABYTES = Math.clamp(Runtime.getRuntime().maxMemory() >> 23, 32, 256);
    /** Changes between two commits below which a new index is complete, and its changes are increments. */
    private static final int FEW_CHANGES = 10_000;

    private final Path path;
    private final MergePolicy merges;
    private final DocumentWords words = new DocumentWords();
    private @Nullable Directory directory;
    private @Nullable IndexWriter writer;
    private String version = "";
    private long reached;
    private long committed;
    private boolean damaged;
    /** Keys of all documents of an index that was empty when it was opened; null when there may be others. */
    private @Nullable KnownKeys known;
    private int appliedSinceCommit;

    LuceneWriter(Path path, MergePolicy merges) {
        this.path = path;
        this.merges = merges;
    }

    /** Returns the position that a commit has reached. */
    static long positionOf(Map<String, String> commitData) {
        try {
            return Long.parseLong(commitData.getOrDefault(POSITION, "0"));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /** Returns the version of the documents of a commit; empty when it has none. */
    static String versionOf(Map<String, String> commitData) {
        return commitData.getOrDefault(VERSION, "");
    }

    synchronized OptionalLong begin(String wanted) {
        if (writer != null && writer.isOpen() && version.equals(wanted)) {
            return OptionalLong.of(reached);
        }
        end();
        try {
            try {
                open(wanted);
            } catch (LockObtainFailedException locked) {
                throw locked;
            } catch (IOException e) {
                end();
                if (!isDamage(e)) {
                    throw e;
                }
                rebuilding(e);
                open(wanted);
            }
            return OptionalLong.of(reached);
        } catch (LockObtainFailedException _) {
            end();
            return OptionalLong.empty();
        } catch (IOException | RuntimeException e) {
            end();
            throw new SearchException(unwritable(e), e);
        }
    }

    private void rebuilding(Exception e) {
        LOG.warn("search index is rebuilt: directory={} reason={}", path, e.getMessage());
        damaged = true;
    }

    private void open(String wanted) throws IOException {
        Directory opened = IndexDirectory.open(path);
        directory = opened;
        if (damaged) {
            empty(opened);
            damaged = false;
        }
        // Closing must not wait for a long merge: what is committed is safe, the merge is begun again next time.
        IndexWriter made = new IndexWriter(opened, new IndexWriterConfig(SheafAnalyzer.forIndex())
                .setSimilarity(ExactLengths.of(Ranking.BM25))
                .setRAMBufferSizeMB(BUFFER_MEGABYTES).setMergePolicy(merges).setCommitOnClose(false));
        writer = made;
        version = wanted;
        reached = 0;
        boolean fresh = true;
        boolean sameVersion = false;
        boolean format = false;
        for (Map.Entry<String, String> entry : commitData(made)) {
            fresh = false;
            switch (entry.getKey()) {
                case POSITION -> reached = positionOf(Map.ofEntries(entry));
                case VERSION -> sameVersion = entry.getValue().equals(wanted);
                case FORMAT -> format = entry.getValue().equals(LuceneDocument.VERSION);
                default -> {
                }
            }
        }
        committed = reached;
        if (!fresh && !(sameVersion && format)) {
            LOG.info("search index is rebuilt: directory={} reason=it was built by another version", path);
            made.deleteAll();
            reached = 0;
        }
        words.begin(FullTextFields.forms(made.getFieldNames()));
        known = made.getDocStats().maxDoc == 0 ? new KnownKeys() : null;
        appliedSinceCommit = 0;
    }

    private static Iterable<Map.Entry<String, String>> commitData(IndexWriter open) {
        Iterable<Map.Entry<String, String>> data = open.getLiveCommitData();
        return data == null ? List.of() : data;
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

    private IndexWriter open() {
        IndexWriter open = writer;
        if (open == null) {
            throw new IllegalStateException("begin() was not called, or end() was");
        }
        return open;
    }

    synchronized void apply(List<IndexChange> changes, long position) {
        IndexWriter open = open();
        try {
            for (IndexChange change : changes) {
                apply(open, change);
            }
            appliedSinceCommit += changes.size();
            reached = position;
        } catch (IOException | AlreadyClosedException e) {
            throw lost(open, e);
        }
    }

    private void apply(IndexWriter open, IndexChange change) throws IOException {
        Term key = LuceneDocument.key(change.key());
        KnownKeys keys = known;
        boolean isNew = keys != null && !keys.has(key.bytes());
        switch (change) {
            case IndexChange.Remove _ -> {
                if (!isNew) {
                    open.deleteDocuments(key);
                }
            }
            case IndexChange.Put put -> {
                if (keys != null) {
                    keys.add(key.bytes());
                }
                try {
                    Document document = LuceneDocument.of(put.document(), words);
                    if (isNew) {
                        open.addDocument(document);
                    } else {
                        open.updateDocument(key, document);
                    }
                } catch (AlreadyClosedException closed) {
                    throw closed;
                } catch (RuntimeException e) {
                    // One document must not keep all that come after it out of the index.
                    open.deleteDocuments(key);
                    LOG.warn("record is not searchable: source={} identifier={} reason=\"{}\"", put.key().source(),
                            put.key().identifier(), e.toString());
                }
            }
        }
    }

    synchronized void commit() {
        IndexWriter open = open();
        try {
            if (reached == committed && !open.hasUncommittedChanges() && open.isOpen()) {
                return;
            }
            open.setLiveCommitData(
                    Map.of(POSITION, Long.toString(reached), VERSION, version, FORMAT, LuceneDocument.VERSION).entrySet());
            open.commit();
            committed = reached;
            if (appliedSinceCommit < FEW_CHANGES) {
                known = null;
            }
            appliedSinceCommit = 0;
            LOG.debug("search index committed: directory={} position={}", path, reached);
        } catch (IOException | AlreadyClosedException e) {
            throw lost(open, e);
        }
    }

    synchronized void clear() {
        IndexWriter open = open();
        try {
            open.deleteAll();
            known = new KnownKeys();
            reached = 0;
        } catch (IOException | AlreadyClosedException e) {
            throw lost(open, e);
        }
    }

    /** Lets go of the files. An index that is damaged, or was deleted under the writer, is opened again: it is a copy. */
    private SearchException lost(IndexWriter open, Exception e) {
        boolean isDamage = isDamage(e) || isDamage(open.getTragicException());
        end();
        if (isDamage) {
            rebuilding(e);
        } else if (!(e instanceof AlreadyClosedException)) {
            return new SearchException(unwritable(e), e);
        } else {
            LOG.warn("search index is opened again: directory={} reason={}", path, e.getMessage());
        }
        return new LostChangesException(unwritable(e), e);
    }

    private String unwritable(Exception e) {
        return "The search index in " + path + " cannot be written (" + e.getMessage()
                + "). Check the disk and the rights of that directory; search shows an older state meanwhile";
    }

    private static boolean isDamage(@Nullable Throwable failure) {
        return failure instanceof CorruptIndexException || failure instanceof IndexFormatTooOldException
                || failure instanceof IndexFormatTooNewException || failure instanceof EOFException
                || failure instanceof FileNotFoundException || failure instanceof NoSuchFileException;
    }

    synchronized void end() {
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
        known = null;
    }
}
