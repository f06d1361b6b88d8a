package dev.sheaf.search.lucene;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** Opens the directory that holds an index. */
final class IndexDirectory {

    /**
     * Lucene's advice to start the virtual machine with an incubator module would reach the terminal of people who type commands. The logger
     * is held, else its level would be forgotten.
     */
    private static final Logger LUCENE = Logger.getLogger("org.apache.lucene.internal.vectorization");

    static {
        LUCENE.setLevel(Level.SEVERE);
    }

    private IndexDirectory() {}

    /** One that vanishes when it is closed. */
    static Directory inMemory() {
        return new ByteBuffersDirectory();
    }

    /** Creates it when absent, for its owner only: the words of an index reveal the texts of closed documents. */
    static Directory open(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            Files.createDirectories(path);
            if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
            }
        }
        return FSDirectory.open(path);
    }
}
