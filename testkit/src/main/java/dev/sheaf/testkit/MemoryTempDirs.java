package dev.sheaf.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Factory of temporary folders in memory, for systems with a file system in memory that has enough room.
 *
 * <p>A store waits for its disk at every commit, which takes most of the time of some tests. Tests kill processes but never cut the power,
 * so the durability of a disk makes no difference.
 */
public final class MemoryTempDirs implements TempDirFactory {

    private static final Path MEMORY = Path.of("/dev/shm");
    /** Bytes that must be free. Containers often have 64 MB, which is too little. */
    private static final long ROOM = 4L << 30;
    private static final String PREFIX = "sheaf-test-";

    @Override
    public Path createTempDirectory(AnnotatedElementContext elementContext, ExtensionContext extensionContext)
            throws IOException {
        return hasRoom() ? Files.createTempDirectory(MEMORY, PREFIX) : Files.createTempDirectory(PREFIX);
    }

    private static boolean hasRoom() throws IOException {
        return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= ROOM;
    }
}
