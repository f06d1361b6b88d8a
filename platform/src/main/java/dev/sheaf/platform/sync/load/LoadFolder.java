package dev.sheaf.platform.sync.load;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Temporary folder for the files of one load. A process that is killed leaves its folder behind, which may have gigabytes; the next load of any
 * process deletes it. A lock, which ends with its process, tells that a folder is in use. For one thread.
 */
final class LoadFolder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LoadFolder.class);
    private static final String NAME = "sheaf-dump-";
    private static final String LOCK = "lock";
    /** Folders of this process. Looking at their locks would release them, as POSIX has it. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel lock;

    private LoadFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Creates a folder, and deletes those that killed processes have left.
     *
     * @param parent of the folder; exists
     */
    static LoadFolder create(Path parent) throws IOException {
        removeLeft(parent);
        Path folder = Files.createTempDirectory(parent, NAME);
        OWN.add(folder);
        // Others look for the lock by its final name, so none finds it before it is held.
        Path early = folder.resolve("lock.new");
        FileChannel lock = FileChannel.open(early, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        lock.lock();
        Files.move(early, folder.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
        return new LoadFolder(folder, lock);
    }

    private static void removeLeft(Path parent) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, NAME + "*")) {
            for (Path left : folders) {
                if (!OWN.contains(left) && Files.isRegularFile(left.resolve(LOCK))) {
                    removeIfLeft(left);
                }
            }
        }
    }

    private static void removeIfLeft(Path left) {
        try (FileChannel lock = FileChannel.open(left.resolve(LOCK), StandardOpenOption.WRITE)) {
            if (lock.tryLock() != null) {
                remove(left);
            }
        } catch (IOException failure) {
            // It may belong to another user.
            LOG.debug("temporary folder not deleted: {} reason=\"{}\"", left, failure.getMessage());
        }
    }

    private static void remove(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }

    /** Returns the folder. */
    Path path() {
        return folder;
    }

    /** Deletes the folder with its files. */
    @Override
    public void close() throws IOException {
        try {
            remove(folder);
        } finally {
            lock.close();
            OWN.remove(folder);
        }
    }
}
