package dev.sheaf.platform.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** A check of {@link HealthEndpoint}: whether the disk of a directory has enough free space for a hub. */
public final class DiskSpace implements Supplier<Optional<String>> {

    /** Bytes that must be free: for a log of the database and for one write of the index. */
    public static final long LEAST = 64L << 20;

    private final Path directory;
    private final long least;

    /** Creates a check of an existing directory. */
    public DiskSpace(Path directory) {
        this(directory, LEAST);
    }

    /**
     * @param least number of bytes that must be free
     */
    DiskSpace(Path directory, long least) {
        this.directory = directory;
        this.least = least;
    }

    @Override
    public Optional<String> get() {
        long free;
        try {
            free = Files.getFileStore(directory).getUsableSpace();
        } catch (IOException _) {
            return Optional.of("the data directory cannot be read");
        }
        return free >= least
                ? Optional.empty()
                : Optional.of("only " + (free >> 20) + " MB are free where the data directory is; " + (least >> 20)
                        + " MB are needed. Harvests fail when the disk is full");
    }
}
