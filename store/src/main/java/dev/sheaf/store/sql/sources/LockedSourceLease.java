package dev.sheaf.store.sql.sources;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sources.SourceLease;
import dev.sheaf.store.sql.OwnerOnly;

/**
 * {@link SourceLease} as an operating-system lock on a file of the data directory, so it ends with its process however that dies. Safe for
 * use by many threads.
 */
public final class LockedSourceLease implements SourceLease {

    /** Folder of the lock files. Their first byte is the lease; only takers lock it, so that a reader cannot make a taker fail. */
    private static final String FOLDER = "leases";
    private static final long LEASE = 0;
    /** The byte that shows readers whether the lease is held. */
    private static final long SIGN = 1;

    /**
     * Lease files held by this process. POSIX drops all locks that a process has on a file as soon as the process closes any descriptor of
     * it, so a file in this set must not be opened again. The set is the lock for itself and for opening.
     */
    private static final Set<Path> HELD = new HashSet<>();

    private final Path file;
    private final FileChannel channel;
    private boolean closed;

    private LockedSourceLease(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lease of a source without waiting.
     *
     * @return empty if another process, or another thread of this one, holds it
     * @throws StoreException if the data directory cannot be written
     * @throws IllegalArgumentException if the id is not legal
     */
    public static Optional<SourceLease> tryTake(Path dataDir, String sourceId) {
        synchronized (HELD) {
            try {
                Path file = file(dataDir, sourceId);
                if (HELD.contains(file)) {
                    return Optional.empty();
                }
                FileChannel channel = open(file);
                FileLock lease = channel.tryLock(LEASE, 1, false);
                if (lease == null) {
                    channel.close();
                    return Optional.empty();
                }
                // This waits for readers only, which are quick.
                channel.lock(SIGN, 1, false);
                HELD.add(file);
                return Optional.of(new LockedSourceLease(file, channel));
            } catch (IOException e) {
                throw failure(dataDir, e);
            }
        }
    }

    /**
     * Returns true while a run holds the lease of a source. The answer may be outdated as soon as it is given.
     *
     * @throws StoreException if the data directory cannot be written
     */
    public static boolean isHeld(Path dataDir, String sourceId) {
        synchronized (HELD) {
            try {
                if (!Files.isDirectory(dataDir.resolve(FOLDER))) {
                    // Nobody has ever taken one; reading must not create the file.
                    return false;
                }
                Path file = file(dataDir, sourceId);
                if (HELD.contains(file)) {
                    return true;
                }
                if (!Files.exists(file)) {
                    return false;
                }
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                    FileLock sign = channel.tryLock(SIGN, 1, true);
                    return sign == null;
                }
            } catch (IOException e) {
                throw failure(dataDir, e);
            }
        }
    }

    @Override
    public void close() {
        synchronized (HELD) {
            if (closed) {
                return;
            }
            closed = true;
            HELD.remove(file);
            try {
                channel.close();
            } catch (IOException e) {
                throw failure(file, e);
            }
        }
    }

    private static Path file(Path dataDir, String sourceId) throws IOException {
        Source.checkId(sourceId);
        Path leases = dataDir.resolve(FOLDER);
        OwnerOnly.create(leases);
        // Different spellings of the directory give one name.
        return leases.toRealPath().resolve(sourceId + ".lock");
    }

    private static FileChannel open(Path file) throws IOException {
        return OwnerOnly.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static StoreException failure(Path path, IOException e) {
        return new StoreException("Cannot lock a source in " + path + " (" + e.getMessage()
                + "): the directory must be writable; check its permissions or choose another data directory", e);
    }
}
