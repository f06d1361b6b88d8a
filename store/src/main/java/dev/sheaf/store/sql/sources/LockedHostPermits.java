package dev.sheaf.store.sql.sources;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Sha256;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sources.HostPermits;
import dev.sheaf.store.sql.OwnerOnly;

/**
 * {@link HostPermits} as locks on one file of the data directory, which stays empty. Each place at a host is a byte of the file. An
 * operating-system lock on the byte is the permit, so it ends with its process, however the process ends.
 */
public final class LockedHostPermits implements HostPermits {

    private static final Logger LOG = LoggerFactory.getLogger(LockedHostPermits.class);
    private static final String FILE = "host-turns";
    /** Number of bytes for a host: its places and further state. */
    private static final int BYTES_PER_HOST = 128;
    private static final int PLACES = BYTES_PER_HOST - 1;
    /** Offset, among the bytes of a host, of the byte for the claim that is first in line. */
    private static final int NEXT = PLACES;
    /**
     * Number of bits of a host's number. Among 2<sup>40</sup> numbers, two hosts hardly ever share one; if they do, they share their
     * permits.
     */
    private static final int NUMBER_BITS = 40;

    /**
     * Files open in this process, with their users. POSIX drops all locks that a process has on a file as soon as the process closes any
     * descriptor of it. So there is one descriptor, which the last user closes. The map is its own lock.
     */
    private static final Map<Path, LockFile> OPEN = new HashMap<>();

    private static final class LockFile {
        final FileChannel channel;
        int users;

        LockFile(FileChannel channel) {
            this.channel = channel;
        }
    }

    private final Path file;
    private final FileChannel channel;
    private boolean closed;

    private LockedHostPermits(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Returns the permits of a data directory, which must exist.
     *
     * @throws StoreException if the directory cannot be written
     */
    public static LockedHostPermits in(Path dataDir) {
        synchronized (OPEN) {
            try {
                Path file = dataDir.toRealPath().resolve(FILE);
                LockFile open = OPEN.get(file);
                if (open == null) {
                    open = new LockFile(OwnerOnly.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
                    OPEN.put(file, open);
                }
                open.users++;
                return new LockedHostPermits(file, open.channel);
            } catch (IOException e) {
                throw new StoreException("Cannot write " + dataDir.resolve(FILE) + " (" + e.getMessage()
                        + "): the data directory must be writable; check its permissions or choose another one", e);
            }
        }
    }

    @Override
    public Claim claim(String host) {
        return new PlaceClaim(place(host));
    }

    private static long place(String host) {
        byte[] hash = Sha256.of(host.getBytes(StandardCharsets.UTF_8));
        return (ByteBuffer.wrap(hash).getLong() >>> Long.SIZE - NUMBER_BITS) * BYTES_PER_HOST;
    }

    private final class PlaceClaim implements Claim {

        private final long first;
        private @Nullable FileLock next;
        private @Nullable FileLock place;

        private PlaceClaim(long first) {
            this.first = first;
        }

        @Override
        public boolean take(int places) {
            try {
                if (next == null) {
                    next = lock(NEXT);
                }
                if (next == null) {
                    return false;
                }
                for (int i = 0; i < Math.min(places, PLACES) && place == null; i++) {
                    place = lock(i);
                }
                if (place != null) {
                    next = released(next);
                }
                return place != null;
            } catch (IOException e) {
                LOG.warn("permits for requests to hosts are not shared with other processes: file={} reason=\"{}\"",
                        file, e.getMessage());
                return true;
            }
        }

        private @Nullable FileLock lock(int place) throws IOException {
            try {
                return channel.tryLock(first + place, 1, false);
            } catch (OverlappingFileLockException _) {
                // Another thread of this process holds the lock.
                return null;
            }
        }

        private @Nullable FileLock released(@Nullable FileLock lock) {
            try {
                if (lock != null && channel.isOpen()) {
                    lock.release();
                }
            } catch (IOException e) {
                LOG.warn("permit for requests to a host not released: file={} reason=\"{}\"", file, e.getMessage());
            }
            return null;
        }

        @Override
        public void close() {
            next = released(next);
            place = released(place);
        }
    }

    @Override
    public void close() {
        synchronized (OPEN) {
            LockFile open = OPEN.get(file);
            if (closed || open == null) {
                return;
            }
            closed = true;
            if (--open.users == 0) {
                OPEN.remove(file);
                try {
                    open.channel.close();
                } catch (IOException e) {
                    LOG.warn("file not closed: file={} reason=\"{}\"", file, e.getMessage());
                }
            }
        }
    }
}
