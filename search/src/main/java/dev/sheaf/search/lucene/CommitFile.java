package dev.sheaf.search.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;

/**
 * A commit of an index as a file.
 *
 * @param generation its number
 * @param written when
 * @param file distinguishes it from another file of that name, where the file system can
 */
record CommitFile(long generation, FileTime written, Object file) {

    /** Before anything was opened. */
    static final CommitFile NONE = new CommitFile(-1, FileTime.fromMillis(0), "");

    /** The latest one in a directory; null when there is none. */
    static @Nullable CommitFile latest(Path path, Directory directory) throws IOException {
        long generation = SegmentInfos.getLastCommitGeneration(directory);
        if (generation < 0) {
            return null;
        }
        String name = IndexFileNames.fileNameFromGeneration(IndexFileNames.SEGMENTS, "", generation);
        try {
            BasicFileAttributes file = Files.readAttributes(path.resolve(name), BasicFileAttributes.class);
            return new CommitFile(generation, file.lastModifiedTime(), file.fileKey() == null ? "" : file.fileKey());
        } catch (NoSuchFileException _) {
            // A newer commit has just replaced it.
            return new CommitFile(generation, FileTime.fromMillis(0), "");
        }
    }
}
