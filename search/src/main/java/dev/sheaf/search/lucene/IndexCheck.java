package dev.sheaf.search.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Result of examining a search index.
 *
 * @param exists false when nothing was indexed yet
 * @param damage what is damaged, for people; null when nothing is
 * @param seq the change of the store that it has reached
 * @param documents records that can be found
 */
public record IndexCheck(boolean exists, @Nullable String damage, long seq, int documents) {

    /** Reads an index, all checksums included; changes nothing. A process may be writing it meanwhile. */
    public static IndexCheck of(Path directory) {
        if (!Files.isDirectory(directory)) {
            return new IndexCheck(false, null, 0, 0);
        }
        try (Directory opened = IndexDirectory.open(directory)) {
            if (!DirectoryReader.indexExists(opened)) {
                return new IndexCheck(false, null, 0, 0);
            }
            try (DirectoryReader reader = DirectoryReader.open(opened)) {
                for (LeafReaderContext leaf : reader.leaves()) {
                    leaf.reader().checkIntegrity();
                }
                Map<String, String> data = reader.getIndexCommit().getUserData();
                return new IndexCheck(true, null, LuceneWriter.positionOf(data), reader.numDocs());
            }
        } catch (IOException | RuntimeException e) {
            return new IndexCheck(true, String.valueOf(e.getMessage()), 0, 0);
        }
    }

    /**
     * Deletes an index; the next indexer builds it again from the store.
     *
     * @return false when a process is writing it; it is then as it was
     */
    public static boolean delete(Path directory) throws IOException {
        try (Directory opened = IndexDirectory.open(directory); Lock _ = opened.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    if (!file.equals(directory) && !file.getFileName().toString().equals(IndexWriter.WRITE_LOCK_NAME)) {
                        Files.delete(file);
                    }
                }
            }
            return true;
        } catch (LockObtainFailedException _) {
            return false;
        }
    }
}
